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

/** Returns the letters and digits of a text in lower case, in which form texts are compared. */
const normalizedLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
/** Matches the number of a heading: `2.1 `, `IV. `, `A. `, 三、, （二）. */
const HEADING_NUMBER =
  /^(?:\d{1,2}(?:\.\d{1,2})*\.?\s*|[IVX]+\.\s+|[A-F]\.\s+|[一二三四五六七八九十]、|[（(][一二三四五六七八九十][）)])/u
const headingKey = (text: string): string => normalizedLetters(text.trim().replace(HEADING_NUMBER, ''))
/** Names of parts that some layouts print as a heading and others as a label; they are not scored. */
const UNSCORED_HEADINGS = new Set(['abstract', 'keywords', '摘要', '关键词', 'references', '参考文献'])

const blocksOfType = <B extends { type: string }>(blocks: readonly B[], type: B['type']): B[] =>
  blocks.filter((block) => block.type === type)

/** Returns the texts of all blocks of a type, in the form in which they are compared. */
const lettersOfType = <B extends { type: string; text: string }>(
  blocks: readonly B[],
  type: B['type'],
): string[] => blocksOfType(blocks, type).map(({ text }) => normalizedLetters(text))

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
    const cells = rows.flatMap((row, rowIndex) =>
      row.flatMap((text, column) => (text === '' ? [] : { text: normalizedLetters(text), rowIndex, column })),
    )
    all += cells.length
    const matches = found.map(
      (block) =>
        cells.filter(
          ({ text, rowIndex, column }) => normalizedLetters(block.rows?.[rowIndex]?.[column] ?? '') === text,
        ).length,
    )
    right += Math.max(0, ...matches)
  }
  return [right, all]
}

/** Number of letters at the beginning of a paragraph by which its place is found. */
const PLACE_LETTERS = 24

/** Counts the paragraphs of the ground truth that were found within any text, as a whole, and in their order. */
function paragraphScores(
  wanted: readonly string[],
  read: readonly Block[],
): Pick<Score, 'pieces' | 'whole' | 'order'> {
  const joined = read.map(({ text }) => normalizedLetters(text)).join('\n')
  const wholes = new Set([...lettersOfType(read, 'paragraph'), ...lettersOfType(read, 'list')])
  const places = wanted.map((text) => joined.indexOf(text.slice(0, PLACE_LETTERS))).filter((at) => at >= 0)
  const ordered = places.filter((place, at) => at === 0 || place > (places[at - 1] ?? 0)).length
  return {
    pieces: [wanted.filter((text) => joined.includes(text)).length, wanted.length],
    whole: [wanted.filter((text) => wholes.has(text)).length, wanted.length],
    order: [ordered, wanted.length],
  }
}

/** Counts the references that were found; too many are as wrong as too few. */
function referenceScore(wanted: readonly string[], found: readonly string[]): [number, number] {
  const hits = wanted.filter((text) => found.includes(text)).length
  return [hits, Math.max(wanted.length, found.length)]
}

/** Scores something that a layout has once. */
const singleScore = (isRight: boolean): [number, number] => [isRight ? 1 : 0, 1]

/** Compares what the parser read with the ground truth. */
export function scoreLayout(truth: DrawnLayout, { title, authors, blocks }: ParsedDocument): Score {
  const read = blocks.filter(({ type }) => type !== 'other')
  const { f1, levels } = headingScore(
    blocksOfType(truth.blocks, 'heading'),
    blocksOfType(read, 'heading'),
    truth.title,
  )
  const notes = lettersOfType(truth.blocks, 'footnote')
  const readNotes = new Set(lettersOfType(read, 'footnote'))
  return {
    title: singleScore(normalizedLetters(title) === normalizedLetters(truth.title)),
    authors: singleScore(
      authors.map(normalizedLetters).join() === truth.authors.map(normalizedLetters).join(),
    ),
    headings: f1,
    levels,
    ...paragraphScores(lettersOfType(truth.blocks, 'paragraph'), read),
    cells: cellScore(blocksOfType(truth.blocks, 'table'), blocksOfType(read, 'table')),
    references: referenceScore(lettersOfType(truth.blocks, 'reference'), lettersOfType(read, 'reference')),
    notes: [notes.filter((text) => readNotes.has(text)).length, notes.length],
  }
}
