import type { Block } from '../../document.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import type { PdfLine } from '../page/lines.ts'
import { isTextRow, type PageInsert, type ReadingItem, type TextRow } from '../page/reading-order.ts'
import { beginsFormula } from './formulas.ts'
import type { Heading } from './heading-levels.ts'
import { joinLineTexts, stackedLineTexts, type Vocabulary } from './join-text.ts'
import { boxesAround } from './line-boxes.ts'
import { beginsItem, hangsBelow } from './list-items.ts'
import { findRaisedMarks, linkRaisedNotes } from './note-marks.ts'
import { beginsParagraph } from './paragraphs.ts'
import { type RunInHeading, splitRunInHeading } from './run-in.ts'

/** What is known of rows before they are joined into blocks; a row in none of the lists is running text. */
export interface RowMarks {
  headings: readonly Heading[]
  /** One list of rows per reference. */
  references: readonly TextRow[][]
  /** Rows that belong to no passage, such as affiliations. */
  other: ReadonlySet<TextRow>
  formulas: ReadonlySet<TextRow>
}

/** Types of blocks that running text never continues. */
const STANDALONE_TYPES = new Set<Block['type'] | undefined>(['reference', 'formula'])

/** A block of which more lines may come. */
interface BlockDraft {
  type: Block['type']
  lines: PdfLine[]
  /** The row of the last line; null only before the first. */
  last: TextRow | null
}

/**
 * Builds blocks from items in reading order: joins lines into paragraphs across columns and pages, and links raised
 * marks to footnotes.
 */
export function assembleBlocks(
  items: readonly ReadingItem[],
  marks: RowMarks,
  body: BodyMetrics,
  vocabulary: Vocabulary,
): Block[] {
  const assembler = new BlockAssembler(marks, body, vocabulary)
  const rows = items.filter(isTextRow)
  const indexOfRow = new Map(rows.map((row, index) => [row, index]))
  for (const item of items) {
    if (!isTextRow(item)) assembler.addInsert(item)
    else {
      const index = indexOfRow.get(item) ?? 0
      assembler.addRow(item, rows[index - 1], rows[index + 1])
    }
  }
  return assembler.finish()
}

/** Collects the lines of a block (`#draft`) until a row begins another one (`#flush`). For one use only. */
class BlockAssembler {
  readonly #blocks: Block[] = []
  /** Possible note marks by the block that contains them. */
  readonly #marks = new Map<Block, ReturnType<typeof findRaisedMarks>>()
  /** Inserts (figures, tables, footnotes) that stand within the current block; they follow it when it ends. */
  #pendingInserts: Block[] = []
  /** The current block. */
  #draft: BlockDraft | null = null
  /** The first row of the last list item. */
  #lastItem: TextRow | null = null
  readonly #body: BodyMetrics
  readonly #vocabulary: Vocabulary
  readonly #headings = new Map<TextRow, Heading>()
  readonly #references = new Map<TextRow, readonly TextRow[]>()
  readonly #other: ReadonlySet<TextRow>
  readonly #formulas: ReadonlySet<TextRow>

  constructor(
    { headings, references, other, formulas }: RowMarks,
    body: BodyMetrics,
    vocabulary: Vocabulary,
  ) {
    this.#body = body
    this.#vocabulary = vocabulary
    this.#other = other
    this.#formulas = formulas
    for (const heading of headings) for (const row of heading.rows) this.#headings.set(row, heading)
    for (const reference of references) for (const row of reference) this.#references.set(row, reference)
  }

  /** Adds an insert after the current block, or at once when there is none. */
  addInsert({ type, lines, rows: cells }: PageInsert): void {
    const block = this.#createBlock(type, lines)
    if (!block) return
    this.#pendingInserts.push(
      cells ? { ...block, text: cells.map((row) => row.join('\t')).join('\n'), rows: cells } : block,
    )
    if (this.#draft === null) this.#flush()
  }

  /** Adds a row by its marks; `before` and `next` are its neighbors in reading order, whatever they are. */
  addRow(row: TextRow, before: TextRow | undefined, next: TextRow | undefined): void {
    if (this.#draft?.type !== 'list') this.#lastItem = null
    const heading = this.#headings.get(row)
    const reference = this.#references.get(row)
    if (heading) this.#addHeading(heading, row)
    else if (this.#other.has(row)) this.#addWhole('other', [row.line])
    else if (reference) this.#addLine('reference', row, reference[0] === row)
    else if (this.#formulas.has(row)) this.#addFormulaRow(row)
    else this.#addRunningRow(row, before, next)
  }

  /** Ends the last block and returns all of them in reading order. */
  finish(): Block[] {
    this.#flush()
    return linkRaisedNotes(this.#blocks, this.#marks)
  }

  /** Adds a heading with all its rows when its first row comes; ignores its other rows. */
  #addHeading(heading: Heading, row: TextRow): void {
    if (heading.rows[0] !== row) return
    this.#flush()
    const block = this.#createBlock(
      'heading',
      heading.rows.map(({ line }) => line),
    )
    if (block) this.#blocks.push(Object.assign(block, { level: heading.level }))
  }

  /** Adds a block that no other row continues. */
  #addWhole(type: Block['type'], lines: PdfLine[]): void {
    this.#flush()
    const block = this.#createBlock(type, lines)
    if (block) this.#blocks.push(block)
  }

  /** Adds a row of running text: to the paragraph or list item that it continues, or as the first of another one. */
  #addRunningRow(row: TextRow, before: TextRow | undefined, next: TextRow | undefined): void {
    const runIn = splitRunInHeading(row.line)
    if (runIn) this.#addRunInHeading(runIn, row)
    else if (beginsItem(row, before, next, this.#lastItem)) this.#beginItem(row)
    else if (this.#draft?.type === 'list' && this.#lastItem && hangsBelow(row, this.#lastItem, this.#body))
      this.#addLine('list', row, false)
    else {
      const last = this.#draft?.last
      const beginsBlock =
        !last || STANDALONE_TYPES.has(this.#draft?.type) || beginsParagraph(row, last, this.#body)
      this.#addLine(beginsBlock ? 'paragraph' : (this.#draft?.type ?? 'paragraph'), row, beginsBlock)
    }
  }

  /** Adds a row of a formula: to the formula that it continues, or as the first of another one. */
  #addFormulaRow(row: TextRow): void {
    const last = this.#draft?.type === 'formula' ? this.#draft.last : null
    this.#addLine('formula', row, last === null || beginsFormula(row, last))
  }

  /** Begins a list item. */
  #beginItem(row: TextRow): void {
    this.#addLine('list', row, true)
    this.#lastItem = row
  }

  /** Adds a heading that shares its line with text, `Abstract. We …`; the text begins a paragraph. */
  #addRunInHeading({ head, headLine, rest }: RunInHeading, row: TextRow): void {
    this.#flush()
    const block = this.#createBlock('heading', [headLine])
    if (block) this.#blocks.push({ ...block, text: head, level: 1 })
    if (rest) this.#draft = { type: 'paragraph', lines: [rest], last: row }
  }

  /** Adds a line to the current block, or to a new one of this type if it begins one. */
  #addLine(type: Block['type'], row: TextRow, beginsBlock: boolean): void {
    if (beginsBlock || !this.#draft) {
      this.#flush()
      this.#draft = { type, lines: [], last: null }
    }
    this.#draft.lines.push(row.line)
    this.#draft.last = row
  }

  /** Ends the current block, and adds the inserts that came within it. */
  #flush(): void {
    if (this.#draft) {
      const block = this.#createBlock(this.#draft.type, this.#draft.lines)
      if (block) this.#blocks.push(block)
      this.#draft = null
    }
    this.#blocks.push(...this.#pendingInserts)
    this.#pendingInserts = []
  }

  /** Builds a block of lines and notes its possible note marks; null when the lines have no text. */
  #createBlock(type: Block['type'], lines: readonly PdfLine[]): Block | null {
    const joined = type === 'formula' ? stackedLineTexts(lines) : joinLineTexts(lines, this.#vocabulary)
    const boxes = boxesAround(lines)
    const page = boxes[0]?.page
    if (page === undefined || joined.text === '') return null
    const block: Block = { type, text: joined.text, page, boxes, lines: joined.lines }
    const mayHaveMarks = type === 'paragraph' || type === 'list' || type === 'heading'
    const marks = mayHaveMarks ? findRaisedMarks(lines, joined.lines) : []
    if (marks.length > 0) this.#marks.set(block, marks)
    return block
  }
}
