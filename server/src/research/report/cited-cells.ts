import type { ResearchSynthesis } from '@scinav/contract'
import { flattenIds, type OfferedWorks } from './offered-works.ts'

type CitedText = ResearchSynthesis['table']['rows'][number]['cells'][number]

/** Returns whether any sentence stands behind a cell. */
export const isCited = ({ evidence_ids }: Pick<CitedText, 'evidence_ids'>) => evidence_ids.length > 0

/**
 * Returns the text of a cell without its ids, and the sentences that they name. Where ids stand behind several parts of
 * it, each part keeps its own; where text follows the last ids, all of them belong to the whole.
 */
export function parseCell(text: string, offered: OfferedWorks): CitedText {
  const { parts, tail } = divideCell(text, offered)
  const [first, ...more] = parts.map((part) => ({ ...part, evidence_ids: [...new Set(part.evidence_ids)] }))
  const isDivided = more.length > 0 && !/[\p{L}\p{N}]/u.test(tail)
  if (first?.text && isDivided && [first, ...more].every(isCited)) return { ...first, more }
  return {
    // The blanks before the removed brackets go with them.
    text: text
      .replace(ID_BRACKET, '')
      .replace(/ (?=[；，。;,.]|$)/g, '')
      .replace(/[。.]$/, '')
      .trim(),
    evidence_ids: [...new Set(parts.flatMap(({ evidence_ids }) => evidence_ids))],
  }
}

/** A part of a cell with the ids of the sentences that stand behind it. */
interface CellPart {
  text: string
  evidence_ids: string[]
}

/** A bracket with ids: `[E1.2]`, `（E3，E4）`. */
const ID_BRACKET = /[[【［(（]\s?E\s?\d[^\]】］)）\n]{0,80}[\]】］)）]/gi

/** Divides a cell at its lists of ids; `tail` is the text after the last one. */
function divideCell(text: string, offered: OfferedWorks): { parts: CellPart[]; tail: string } {
  // `flattenIds` numbers all sentences: `[E1.2]` becomes `[E5]`.
  const flat = flattenIds(text, offered)
  const parts: CellPart[] = []
  let end = 0
  for (const { 0: list, index } of flat.matchAll(ID_BRACKET)) {
    const ids = list.match(/\d+/g) ?? []
    const evidence_ids = ids.flatMap((id) => offered.flat.get(`E${id}`)?.evidence_id ?? [])
    const before = flat.slice(end, index).trim()
    const lastPart = parts.at(-1)
    // Adjacent lists of ids belong to the same part.
    if (before === '' && lastPart) lastPart.evidence_ids.push(...evidence_ids)
    else parts.push({ text: before, evidence_ids })
    end = index + list.length
  }
  return { parts, tail: flat.slice(end) }
}
