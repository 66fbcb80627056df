// For tests only: how examples are written down and shown.
import type { CslItem, CslName } from '../csl.ts'
import { parseName } from '../parse-name.ts'
import type { StyledRun } from '../runs.ts'

/** What an example is about, its bibliographic facts, and the entry with its italics between asterisks. */
export type StyleExample = [about: string, facts: ItemFacts, printed: string]
export type ItemFacts = Omit<CslItem, 'id'>

/** `Smith, John; World Health Organization` as CSL names. */
export function cslNames(written: string): CslName[] {
  return written.split('; ').map(parseName)
}

/** An entry with its italics between asterisks. */
export function markItalics(runs: StyledRun[]): string {
  return runs.map((run) => (run.italic ? `*${run.text}*` : run.text)).join('')
}
