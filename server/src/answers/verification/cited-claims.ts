import type { Citation } from '@scinav/contract'
import { claimAt, claimStart } from '../../language/text/claims.ts'
import { cellLabels } from '../../language/text/table-cells.ts'
import { MAX_JUDGED_CLAIMS } from './claims-prompt.ts'

/** The part of an answer that a check needs. */
export interface AnswerDraft {
  text: string
  citations: Citation[]
}

/** A claim of an answer with the citations of the markers behind it. */
export interface CitedClaim<Cited extends Citation = Citation> {
  text: string
  /** The text before it. */
  before: string
  citations: Cited[]
}

/** How far before a marker its group of markers may begin, in UTF-16 units. */
const MAX_MARKERS_CHARS = 200
/** How much text before a claim is shown to the model, in UTF-16 units. */
const MAX_BEFORE_CHARS = 300

/**
 * Returns the cited claims of an answer in their order, at most as many as one request takes. Only citations whose
 * quote was located are included: a model's judgement does not make a quote genuine.
 */
export function citedClaims({ text, citations }: AnswerDraft): CitedClaim[] {
  const located = citations.filter(({ check }) => check.located).toSorted((a, b) => a.start - b.start)
  /** By the offset at which the claim ends. */
  const claims = new Map<number, CitedClaim>()
  for (const citation of located) {
    const near = text.slice(Math.max(0, citation.start - MAX_MARKERS_CHARS), citation.start)
    const end = citation.start - near.length + markersStart(near)
    const sameClaim = claims.get(end)
    if (sameClaim) {
      sameClaim.citations.push(citation)
      continue
    }
    if (claims.size === MAX_JUDGED_CLAIMS) break
    const claim = claimIn(text, end)
    if (claim) claims.set(end, { ...claim, citations: [citation] })
  }
  return [...claims.values()]
}

/**
 * Returns the claim that ends at an offset, with the text before it; null without one. A cell of a table is preceded by
 * its row and column, since alone it says nothing, and the text before it is what stands before the table.
 */
function claimIn(text: string, end: number): Pick<CitedClaim, 'text' | 'before'> | null {
  const textToEnd = text.slice(0, end)
  const claim = claimAt(textToEnd)
  if (claim === '') return null
  const cell = cellLabels(textToEnd)
  if (cell) {
    const labels = [cell.row, cell.column].filter((label) => label !== '').join(' · ')
    return {
      text: labels === '' ? claim : `${labels}: ${claim}`,
      before: contextBefore(text.slice(0, cell.table_start)),
    }
  }
  const line = text.lastIndexOf('\n', end - 1) + 1
  return { text: claim, before: contextBefore(text.slice(0, line + claimStart(text.slice(line, end)))) }
}

/** Returns the end of the text before a claim, without markers. */
const contextBefore = (text: string): string => text.slice(-MAX_BEFORE_CHARS).replaceAll(/\[\d+\]/g, '')

/** Returns where the markers at the end of a text begin: 1 for `a [1][2]`; the length of a text without any. */
export function markersStart(text: string): number {
  let start = 0
  // The pieces are markers, words and single brackets; the last that is no marker ends before the markers.
  for (const { 0: piece, index } of text.matchAll(/\[\d+\]|[^\s[]+|\[/g))
    if (!/^\[\d/.test(piece)) start = index + piece.length
  return start
}
