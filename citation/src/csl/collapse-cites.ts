// Joins the cites of one citation: groups those of the same authors, and collapses numbers to ranges (`1–3`) or names
// and years (`Ness 2001a, b`). Source: CSL 1.0.2, specification, "Cite Grouping" and "Cite Collapsing".

import { collapseYears, sharesNames } from './collapse-years.ts'
import { outputText } from './output.ts'
import { hasAffixes, MIN_RANGE, type Piece, RANGE_DASH, runLength, withAffixes } from './pieces.ts'
import type { DocumentSetting, RenderedCite } from './rendered-cite.ts'
import type { CitationArea } from './style-tree.ts'

/**
 * Groups and collapses rendered cites as the style says, and adds their prefixes and suffixes.
 *
 * @param delimiter the delimiter of the layout, which stands between cites that are neither grouped nor collapsed.
 * @returns what is printed, in order; the delimiter of the first piece is not meant to be printed.
 */
export function joinCites(
  cites: readonly RenderedCite[],
  delimiter: string,
  setting: DocumentSetting,
): Piece[] {
  const area = setting.rendering.style.citation
  if (area.collapse === 'citation-number') return collapseNumbers(cites, delimiter, area)
  const grouped = groupCites(cites, area)
  if (area.collapse?.startsWith('year')) return collapseYears(grouped, delimiter, setting)
  return grouped.map((cite, at) => ({
    delimiter: sharesNames(cite, grouped[at - 1]) ? (area.citeGroupDelimiter ?? delimiter) : delimiter,
    output: withAffixes(cite.cite, cite.content),
  }))
}

/**
 * Joins three or more cites with consecutive numbers to a range: `1–3`. After a range, another delimiter may follow.
 */
function collapseNumbers(cites: readonly RenderedCite[], delimiter: string, area: CitationArea): Piece[] {
  const pieces: Piece[] = []
  let nextDelimiter = delimiter
  const follows = (a: RenderedCite, b: RenderedCite) =>
    isBareNumber(a) && isBareNumber(b) && b.number === a.number + 1
  for (let at = 0; at < cites.length; ) {
    const length = runLength(cites, at, follows)
    const first = cites[at]
    const last = cites[at + length - 1]
    if (!first || !last) break
    if (length < MIN_RANGE) {
      pieces.push({ delimiter: nextDelimiter, output: withAffixes(first.cite, first.content) })
      nextDelimiter = delimiter
      at++
      continue
    }
    pieces.push({
      delimiter: nextDelimiter,
      output: { children: [...first.content, RANGE_DASH, ...last.content] },
    })
    nextDelimiter = area.afterCollapseDelimiter ?? delimiter
    at += length
  }
  return pieces
}

/** Returns whether a cite is nothing but its number, so that it can be part of a range. */
function isBareNumber({ cite, number, content }: RenderedCite): boolean {
  if (hasAffixes(cite) || cite.locator) return false
  return outputText(content).replace(/\D/g, '') === String(number)
}

/** Moves cites of the same authors behind the first of them, where the style groups or collapses by authors. */
function groupCites(
  cites: readonly RenderedCite[],
  { sort, collapse, citeGroupDelimiter }: CitationArea,
): RenderedCite[] {
  const isGrouped = citeGroupDelimiter !== undefined || collapse?.startsWith('year')
  // Without a sort order of the style, the order of the text's author stays.
  if (!isGrouped || !sort) return [...cites]
  const groups = new Map<string, RenderedCite[]>()
  for (const [at, cite] of cites.entries()) {
    // A cite without names is a group of its own.
    const key = cite.names ?? `#${at}`
    const group = groups.get(key)
    if (group) group.push(cite)
    else groups.set(key, [cite])
  }
  return [...groups.values()].flat()
}
