// The pieces of a citation, and what joining them needs.
import type { Cite } from './cite-state.ts'
import type { Output } from './output.ts'
import type { RenderedCite } from './rendered-cite.ts'
import { readRichText } from './rich-text.ts'

/** A piece of a citation and the delimiter before it. */
export interface Piece {
  delimiter: string
  output: Output
}

/** Smallest number of consecutive cites that become a range: `1–3`, but `1, 2`. */
export const MIN_RANGE = 3
export const RANGE_DASH = '–'

/** Returns whether a cite has a text before or after it of its own, such as “see”. */
export const hasAffixes = ({ prefix = '', suffix = '' }: Cite): boolean => prefix !== '' || suffix !== ''

/** Returns how many cites from index `from` on follow one another, at least 1. */
export function runLength(
  cites: readonly RenderedCite[],
  from: number,
  follows: (a: RenderedCite, b: RenderedCite) => boolean,
): number {
  let length = 1
  for (let at = from; at + 1 < cites.length; at++) {
    const [a, b] = [cites[at], cites[at + 1]]
    if (!a || !b || !follows(a, b)) break
    length++
  }
  return length
}

/** Adds prefix and suffix of the text's author to a cite, with a space where a word would touch the cite. */
export function withAffixes({ prefix = '', suffix = '' }: Cite, content: Output[]): Output {
  const spacedPrefix = /[\p{L}\p{N}.,:;]$/u.test(prefix) ? `${prefix} ` : prefix
  const spacedSuffix = /^[\p{L}\p{N}]/u.test(suffix) ? ` ${suffix}` : suffix
  return { children: [...readRichText(spacedPrefix), ...content, ...readRichText(spacedSuffix)] }
}
