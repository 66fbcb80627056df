// Compares the parse of a generated layout with its ground truth.
import type { Block, ParsedDocument } from '../../documents/src/document.ts'
import type { DrawnLayout } from './draw-layout.ts'
import type { GroundTruthBlock } from './drawing.ts'

/** Parts of a layout that are scored: `pieces` counts paragraphs found within any text, `whole` those found as one. */
export const measures = [
  'title',
  'authors',
  'headings',
  'levels',
  'pieces',
  'whole',
  'order',
  'cells',
  'references',
  'notes',
] as const
/** A part of a layout that is scored on its own. */
export type Measure = (typeof measures)[number]

/** The number of correct items, and of all. */
export type Score = Record<Measure, [right: number, all: number]>

const normalizedLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
const HEADING_NUMBER =
  /^(?:\d{1,2}(?:\.\d{1,2})*\.?\s*|[IVX]+\.\s+|[A-F]\.\s+|[一二三四五六七八九十]、|[（(][一二三四五六七八九十][）)])/u
const headingKey = (text: string): string => normalizedLetters(text.trim().replace(HEADING_NUMBER, ''))
const UNSCORED_HEADINGS = new Set(['abstract', 'keywords', '摘要', '关键词', 'references', '参考文献'])

const blocksOfType = (blocks: readonly GroundTruthBlock[], type: GroundTruthBlock['type']) =>
  blocks.filter((block) => block.type === type)

/** Scores headings: twice the matches, and the sum of both counts, whose ratio is F1. */
function headingScore(
  wanted: readonly GroundTruthBlock[],
  found: readonly Block[],
  title: string,
): { f1: [number, number]; levels: [number, number] } {
  const key = ({ text }: { text: string }) => headingKey(text)
  const isCounted = (text: string) => !UNSCORED_HEADINGS.has(text) && text !== headingKey(title)
  const remaining = found.filter((block) => isCounted(key(block)))
  const expected = wanted.filter((block) => isCounted(key(block)))
  const foundCount = remaining.length
  let matched = 0
  let leveled = 0
  for (const heading of expected) {
    const at = remaining.findIndex((block) => key(block) === key(heading))
    if (at < 0) continue
    matched++
    if ((remaining[at]?.level ?? 1) === heading.level) leveled++
    remaining.splice(at, 1)
  }
  return { f1: [2 * matched, expected.length + foundCount], levels: [leveled, expected.length] }
}

/** Scores the cells of tables, each against the table found that matches it best. */
function cellScore(wanted: readonly GroundTruthBlock[], found: readonly Block[]): [number, number] {
  let right = 0
  let all = 0
  for (const { rows = [] } of wanted) {
    const cells = rows.flatMap((row, y) =>
      row.flatMap((text, x) => (text === '' ? [] : [[normalizedLetters(text), y, x] as const])),
    )
    all += cells.length
    const best = found.map(
      (block) =>
        cells.filter(([text, y, x]) => normalizedLetters(block.rows?.[y]?.[x] ?? '') === text).length,
    )
    right += Math.max(0, ...best)
  }
  return [right, all]
}

/** Compares what the parser read with the ground truth. */
export function scoreLayout(truth: DrawnLayout, { title, authors, blocks }: ParsedDocument): Score {
  const read = blocks.filter(({ type }) => type !== 'other')
  const running = read.filter(({ type }) => type === 'paragraph' || type === 'list')
  const joined = read.map(({ text }) => normalizedLetters(text)).join('\n')
  const paragraphs = blocksOfType(truth.blocks, 'paragraph').map(({ text }) => normalizedLetters(text))
  const wholes = new Set(running.map(({ text }) => normalizedLetters(text)))
  const places = paragraphs.map((text) => joined.indexOf(text.slice(0, 24))).filter((at) => at >= 0)
  const ordered = places.filter((place, at) => at === 0 || place > (places[at - 1] ?? 0)).length
  const { f1, levels } = headingScore(
    blocksOfType(truth.blocks, 'heading'),
    read.filter(({ type }) => type === 'heading'),
    truth.title,
  )
  const entries = blocksOfType(truth.blocks, 'reference').map(({ text }) => normalizedLetters(text))
  const references = read
    .filter(({ type }) => type === 'reference')
    .map(({ text }) => normalizedLetters(text))
  const notes = blocksOfType(truth.blocks, 'footnote').map(({ text }) => normalizedLetters(text))
  const noted = new Set(
    read.filter(({ type }) => type === 'footnote').map(({ text }) => normalizedLetters(text)),
  )
  const hit = (isRight: boolean): [number, number] => [isRight ? 1 : 0, 1]
  return {
    title: hit(normalizedLetters(title) === normalizedLetters(truth.title)),
    authors: hit(authors.map(normalizedLetters).join() === truth.authors.map(normalizedLetters).join()),
    headings: f1,
    levels,
    pieces: [paragraphs.filter((text) => joined.includes(text)).length, paragraphs.length],
    whole: [paragraphs.filter((text) => wholes.has(text)).length, paragraphs.length],
    order: [ordered, paragraphs.length],
    cells: cellScore(
      blocksOfType(truth.blocks, 'table'),
      read.filter(({ type }) => type === 'table'),
    ),
    references: [
      entries.filter((text) => references.includes(text)).length,
      Math.max(entries.length, references.length),
    ],
    notes: [notes.filter((text) => noted.has(text)).length, notes.length],
  }
}
