import type { ResearchEvidence, ResearchState, ResearchSynthesis } from '@scinav/contract'
import { checkClaim } from '../../answers/index.ts'
import { type DraftLine, isUnsupportedClaim, sentenceFault } from './model-sentences.ts'
import { FIGURE_ID } from './outline.ts'
import { distinctBySource } from './parse-draft-lines.ts'
import type { SectionContext } from './section-context.ts'

type CitedText = ResearchSynthesis['table']['rows'][number]['cells'][number]

/** Returns a section of kind `table` as rows; every cell cites the sentences it rests on. */
export function tableRows({
  state,
  section,
  frame,
}: Pick<SectionContext, 'state' | 'section' | 'frame'>): DraftLine[] {
  const { synthesis } = state
  if (!synthesis) return []
  const { table, figure } = synthesis
  if (section.section_id !== FIGURE_ID) {
    const rows = table.rows.map(({ label, cells }) => [label, ...cells])
    return toRows([table.label, ...table.dimensions], rows, state)
  }
  return figure
    ? toRows([frame.figures[figure.kind].group, ...frame.figureHead], figureRows(figure, state), state)
    : []
}

/** Returns the entries of a figure with their phase or branch and the years of the works; those of a timeline in order. */
function figureRows(
  { kind, groups }: NonNullable<ResearchSynthesis['figure']>,
  { evidence, read }: ResearchState,
): (string | CitedText)[][] {
  const sources = new Map(evidence.map((each) => [each.evidence_id, each.source_id]))
  const years = new Map(read.map(({ source_id, year }) => [source_id, year]))
  const entries = groups.flatMap(({ label, items }) =>
    items.map((item) => {
      const ids = [item, ...(item.more ?? [])].flatMap(({ evidence_ids }) => evidence_ids)
      const itemYears = ids.flatMap((id) => years.get(sources.get(id) ?? '') ?? [])
      // Entries without a year come last: their `first` is infinite.
      return { label, item, first: Math.min(...itemYears), text: yearRange(itemYears) }
    }),
  )
  const ordered =
    kind === 'timeline'
      ? entries.toSorted((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)))
      : entries
  return ordered.map(({ label, item, text }) => [label, item, text])
}

/** Returns `2019` or `2019–2023` for the years of some works; '' when none is known. */
function yearRange(years: number[]): string {
  if (years.length === 0) return ''
  const first = Math.min(...years)
  const last = Math.max(...years)
  return first === last ? String(first) : `${first}–${last}`
}

/** Escapes what would end a cell, and disables links and tags. */
const escapeCell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('](', '] (')
    .replace(/<(?=[a-z/!?])/gi, '‹')

/** Returns a row that cites nothing. */
const plainRow = (text: string): DraftLine => ({ kind: 'row', sentences: [{ parts: [text], fault: null }] })

/** Returns the lines of a Markdown table: its head, the rule below it, and a row for each list of cells. */
function toRows(
  head: string[],
  rows: (string | CitedText)[][],
  { evidence }: Pick<ResearchState, 'evidence'>,
): DraftLine[] {
  const byId = new Map(evidence.map((each) => [each.evidence_id, each]))
  return [
    plainRow(`|${head.map((text) => ` ${escapeCell(text)} |`).join('')}`),
    plainRow(`|${' --- |'.repeat(head.length)}`),
    ...rows.map((cells): DraftLine => {
      const parts = ['|', ...cells.flatMap((cell) => cellParts(cell, byId))]
      return { kind: 'row', sentences: [{ parts, fault: sentenceFault(parts) }] }
    }),
  ]
}

/** Returns rows of a table without the cells that a model found unsupported, and without rows that then cite nothing. */
export function dropUnsupportedCells(rows: DraftLine[]): { lines: DraftLine[]; removed: number } {
  let removed = 0
  const lines = rows.flatMap((row): DraftLine[] => {
    const parts = row.sentences.flatMap((sentence) => sentence.parts)
    const isDropped = (part: (typeof parts)[number] | undefined) =>
      part !== undefined &&
      typeof part !== 'string' &&
      isUnsupportedClaim(part) &&
      part.every(({ check }) => check.method === 'model')
    const dropped = parts.filter(isDropped).length
    if (dropped === 0) return [row]
    removed += dropped
    const keptParts = parts
      .map((part, at) => {
        if (typeof part !== 'string') return part
        // The text before its marks goes with them, and so does the separator behind them.
        if (isDropped(parts[at + 1])) return ' '
        return isDropped(parts[at - 1]) ? part.replace(/^[；;，,、]\s?/, '') : part
      })
      .filter((part) => !isDropped(part))
    const isCited = keptParts.some((part) => typeof part !== 'string')
    return isCited
      ? [{ kind: 'row', sentences: [{ parts: keptParts, fault: sentenceFault(keptParts) }] }]
      : []
  })
  return { lines, removed }
}

/** Returns a cell as text, with the marks of the sentences that each of its parts rests on behind the part. */
function cellParts(
  cell: string | CitedText,
  byId: ReadonlyMap<string, ResearchEvidence>,
): DraftLine['sentences'][number]['parts'] {
  if (typeof cell === 'string') return [` ${escapeCell(cell)} |`]
  const parts = [cell, ...(cell.more ?? [])].flatMap(({ text, evidence_ids }, at) => {
    const words = at === 0 ? ` ${escapeCell(text)}` : escapeCell(text)
    const cited = distinctBySource(evidence_ids.flatMap((id) => byId.get(id) ?? []))
    const context = cited.map(({ title, quote }) => `${title}\n${quote}`).join('\n')
    const marks = cited.map((evidence) => ({ evidence, ...checkClaim(text, evidence.quote, context) }))
    return cited.length > 0 ? [words, marks] : [words]
  })
  return [...parts, ' |']
}
