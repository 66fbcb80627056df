// For tests only: names as they are written in the examples below.
import type { CslName } from '../csl.ts'
import { parseName } from '../parse-name.ts'

/** `Smith, John; World Health Organization` as CSL names. */
export function people(written: string): CslName[] {
  return written.split('; ').map(parseName)
}
