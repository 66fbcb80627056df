/** The test of attacks that belong to no feature. */
export const DEFAULT_TEST = 'server/src/testing/attacks.test.ts'

/** The code of a defence. */
interface DefenceCode {
  file: string
  /** The defending text, and its replacement when the defence is disabled. */
  on: string
  off: string
}

/** A defence against an attack, and the test that proves it. */
export interface Defence extends DefenceCode {
  /**
   * Number of the attack in the design, or the name of a fault that occurs without an attacker; 'load': one user's load
   * on all others.
   */
  attack: number | 'clock' | 'load'
  what: string
  /** Code that would stop the attack on its own, so that it is disabled together. */
  also?: DefenceCode[]
  /** The test file; by default, that of the attacks. */
  test?: string
  title: string
}
