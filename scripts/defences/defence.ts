/** Something that keeps an attack off, and the test that says so. */
export interface Defence {
  /** Its number in the design, or the name of a fault that nobody needs to bring about. */
  attack: number | 'clock'
  what: string
  file: string
  /** The text that defends, and what stands there when it is off. */
  on: string
  off: string
  /** The file of the test; that of the attacks where none is named. */
  test?: string
  title: string
}
