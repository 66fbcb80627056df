import type { Block } from '../document.ts'
import type { BodyMetrics } from './body-metrics.ts'
import { beginsFormula } from './formulas.ts'
import type { Heading } from './headings.ts'
import { boxesAround, joinLineTexts, stackedLineTexts, type Vocabulary } from './join-text.ts'
import type { PdfLine } from './lines.ts'
import { findRaisedMarks, linkRaisedNotes } from './note-marks.ts'
import { beginsItem, beginsParagraph, hangsBelow } from './paragraphs.ts'
import { isTextRow, type PageInsert, type ReadingItem, type TextRow } from './reading-order.ts'
import { type RunInHeading, splitRunInHeading } from './run-in.ts'

/** The classification of rows, known before they are joined into blocks. */
export interface RowMarks {
  headings: readonly Heading[]
  /** One list of rows per reference. */
  references: readonly TextRow[][]
  other: ReadonlySet<TextRow>
  formulas: ReadonlySet<TextRow>
}

/** Types of blocks that running text never continues. */
const STANDALONE_TYPES = new Set<Block['type'] | undefined>(['reference', 'formula'])

interface BlockDraft {
  type: Block['type']
  lines: PdfLine[]
  last: TextRow | null
}

/** Builds blocks from items in reading order: joins lines into paragraphs across columns and pages. */
export function assembleBlocks(
  items: readonly ReadingItem[],
  marks: RowMarks,
  body: BodyMetrics,
  known: Vocabulary,
): Block[] {
  const maker = new BlockMaker(marks, body, known)
  const rows = items.filter(isTextRow)
  const at = new Map(rows.map((row, index) => [row, index]))
  for (const item of items) {
    if (!isTextRow(item)) maker.insert(item)
    else {
      const index = at.get(item) ?? 0
      maker.row(item, rows[index - 1], rows[index + 1])
    }
  }
  return maker.finish()
}

class BlockMaker {
  readonly #blocks: Block[] = []
  readonly #marks = new Map<Block, ReturnType<typeof findRaisedMarks>>()
  /** Inserts between the two halves of a paragraph; they follow it when it ends. */
  #waiting: Block[] = []
  #draft: BlockDraft | null = null
  /** The first row of the last list item. */
  #item: TextRow | null = null
  readonly #body: BodyMetrics
  readonly #known: Vocabulary
  readonly #headings = new Map<TextRow, Heading>()
  readonly #references = new Map<TextRow, readonly TextRow[]>()
  readonly #other: ReadonlySet<TextRow>
  readonly #formulas: ReadonlySet<TextRow>

  constructor({ headings, references, other, formulas }: RowMarks, body: BodyMetrics, known: Vocabulary) {
    this.#body = body
    this.#known = known
    this.#other = other
    this.#formulas = formulas
    for (const heading of headings) for (const row of heading.rows) this.#headings.set(row, heading)
    for (const reference of references) for (const row of reference) this.#references.set(row, reference)
  }

  insert(insert: PageInsert): void {
    const block = this.#block(insert.type, insert.lines)
    if (!block) return
    const cells = insert.rows
    this.#waiting.push(
      cells ? { ...block, text: cells.map((row) => row.join('\t')).join('\n'), rows: cells } : block,
    )
    if (this.#draft === null) this.#flush()
  }

  row(row: TextRow, before: TextRow | undefined, next: TextRow | undefined): void {
    if (this.#draft?.type !== 'list') this.#item = null
    const heading = this.#headings.get(row)
    const reference = this.#references.get(row)
    if (heading) this.#heading(heading, row)
    else if (this.#other.has(row)) this.#whole('other', [row.line])
    else if (reference) this.#part('reference', row, reference[0] === row)
    else if (this.#formulas.has(row)) this.#formula(row)
    else this.#running(row, before, next)
  }

  finish(): Block[] {
    this.#flush()
    return linkRaisedNotes(this.#blocks, this.#marks)
  }

  #heading(heading: Heading, row: TextRow): void {
    if (heading.rows[0] !== row) return
    this.#flush()
    const block = this.#block(
      'heading',
      heading.rows.map(({ line }) => line),
    )
    if (block) this.#blocks.push(Object.assign(block, { level: heading.level }))
  }

  #whole(type: Block['type'], lines: PdfLine[]): void {
    this.#flush()
    const block = this.#block(type, lines)
    if (block) this.#blocks.push(block)
  }

  #running(row: TextRow, before: TextRow | undefined, next: TextRow | undefined): void {
    const runIn = splitRunInHeading(row.line)
    if (runIn) this.#runIn(runIn, row)
    else if (beginsItem(row, before, next, this.#item)) this.#beginItem(row)
    else if (this.#draft?.type === 'list' && this.#item && hangsBelow(row, this.#item, this.#body))
      this.#part('list', row, false)
    else {
      const last = this.#draft?.last
      const begins =
        !last || STANDALONE_TYPES.has(this.#draft?.type) || beginsParagraph(row, last, this.#body)
      this.#part(begins ? 'paragraph' : (this.#draft?.type ?? 'paragraph'), row, begins)
    }
  }

  #formula(row: TextRow): void {
    const last = this.#draft?.type === 'formula' ? this.#draft.last : null
    this.#part('formula', row, last === null || beginsFormula(row, last))
  }

  #beginItem(row: TextRow): void {
    this.#part('list', row, true)
    this.#item = row
  }

  #runIn({ head, headLine, rest }: RunInHeading, row: TextRow): void {
    this.#flush()
    const block = this.#block('heading', [headLine])
    if (block) this.#blocks.push({ ...block, text: head, level: 1 })
    if (rest) this.#draft = { type: 'paragraph', lines: [rest], last: row }
  }

  #part(type: Block['type'], row: TextRow, begins: boolean): void {
    if (begins || !this.#draft) {
      this.#flush()
      this.#draft = { type, lines: [], last: null }
    }
    this.#draft.lines.push(row.line)
    this.#draft.last = row
  }

  #flush(): void {
    if (this.#draft) {
      const block = this.#block(this.#draft.type, this.#draft.lines)
      if (block) this.#blocks.push(block)
      this.#draft = null
    }
    this.#blocks.push(...this.#waiting)
    this.#waiting = []
  }

  #block(type: Block['type'], all: readonly PdfLine[]): Block | null {
    const { text, lines } = type === 'formula' ? stackedLineTexts(all) : joinLineTexts(all, this.#known)
    const boxes = boxesAround(all)
    const page = boxes[0]?.page
    if (page === undefined || text === '') return null
    const block: Block = { type, text, page, boxes, lines }
    const marks =
      type === 'paragraph' || type === 'list' || type === 'heading' ? findRaisedMarks(all, lines) : []
    if (marks.length > 0) this.#marks.set(block, marks)
    return block
  }
}
