/** 0 too short · 1 weak · 2 fair · 3 good · 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

export const strengthNames = ['至少 10 位', '较弱', '尚可', '较好', '很好'] as const

const SHORTEST = 10
const RUNS = /(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv/gi

/** Reckons how hard a password is to guess: its length counts most, runs and repeats count for little. */
export function strengthOf(password: string): Strength {
  if (password.length < SHORTEST) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const counted = password.replace(RUNS, '$1').length
  const different = new Set(password).size
  if (different < 5) return 1
  const points = Math.min(counted, different + 4) + 2 * kinds
  if (points < 13) return 1
  if (points < 17) return 2
  return points < 22 ? 3 : 4
}
