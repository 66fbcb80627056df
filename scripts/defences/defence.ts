/** Where attacks are tried that belong to no feature. */
export const DEFAULT_TEST = 'server/src/testing/attacks.test.ts'

/** Where something stands that defends. */
interface DefenceCode {
  file: string
  /** The text that defends, and what stands there when it is off. */
  on: string
  off: string
}

/** Something that keeps an attack off, and the test that says so. */
export interface Defence extends DefenceCode {
  /** Its number in the design, or the name of a fault that nobody needs to bring about; 'load': one person's load on all. */
  attack: number | 'clock' | 'load'
  what: string
  /** What would keep it off alone: all of it is switched off together. */
  also?: DefenceCode[]
  /** The file of the test; that of the attacks where none is named. */
  test?: string
  title: string
}
