import { type Archive, openArchive } from '../archive.ts'
import type { Block, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { type DocumentDraft, emptyDraft, finishDocument } from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { createRowLimit } from '../structure/rows.ts'
import { child, childrenOf, elementAt, elementsOf, type XmlElement } from '../xml.ts'
import {
  headingLevel,
  type ParagraphStyle,
  readParagraphProperties,
  resolveStyles,
  valAttribute,
} from './docx-styles.ts'
import { type InlineContent, readInline } from './docx-text.ts'
import { createNumberer, romanNumeral } from './list-numbers.ts'
import {
  findMainPart,
  readCoreProperties,
  readOptionalPartTree,
  readPartTree,
  readRelationships,
} from './package.ts'

interface DocxReaderState {
  draft: DocumentDraft
  styles: (id: string | undefined) => ParagraphStyle
  numbers: (list: string, level: number) => string
  /** Notes by kind and id; each is read where the text refers to it. */
  notes: Map<string, XmlElement>
  /** The marks that Word prints for notes, by their ids. */
  labels: Record<'footnote' | 'endnote', Map<string, string>>
  fits: (row: readonly string[]) => boolean
  /** Inside a table or a text box, which may have a background. */
  painted: boolean
}

/** Elements that contain paragraphs without being one. */
const WRAPPER_ELEMENTS = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'mc:AlternateContent',
  'mc:Choice',
])

function readBlocks(container: XmlElement, reading: DocxReaderState): KeyedBlock[] {
  return elementsOf(container).flatMap((element) => {
    if (element.name === 'w:p') return paragraphBlocks(element, reading)
    if (element.name === 'w:tbl') return tableBlocks(element, reading)
    return WRAPPER_ELEMENTS.has(element.name) ? readBlocks(element, reading) : []
  })
}

const createBlock = (type: Block['type'], text: string): Block => ({ type, text, page: 1, boxes: [] })

function paragraphBlocks(paragraph: XmlElement, reading: DocxReaderState): KeyedBlock[] {
  const inline = readInline(paragraph, reading.draft, reading.painted)
  const properties = child(paragraph, 'w:pPr')
  const style = {
    ...reading.styles(valAttribute(child(properties, 'w:pStyle'))),
    ...readParagraphProperties(properties),
  }
  const level = headingLevel(style)
  const listed = style.list && style.list.id !== '0' && inline.text.trim() !== ''
  const number = listed && style.list ? reading.numbers(style.list.id, style.list.level) : ''
  const text = number && number !== '•' ? `${number} ${inline.text}` : inline.text
  if (style.title && reading.draft.title === '') reading.draft.title = text
  const marks = noteMarks(inline, text.length - inline.text.length, reading.labels)
  const whole = level
    ? { ...createBlock('heading', text), level }
    : createBlock(blockTypeOf(style, inline.formula), text)
  return [
    { ...whole, ...(marks.length > 0 && { marks }) },
    ...inline.boxes.flatMap((box) => readBlocks(box, { ...reading, painted: true })),
    ...inline.notes.flatMap(({ kind, id }) => noteBlocks(`${kind} ${id}`, reading)),
  ]
}

/** Returns the note marks of a paragraph whose text begins with a list number of `before` UTF-16 units. */
const noteMarks = (
  { notes }: InlineContent,
  before: number,
  labels: DocxReaderState['labels'],
): KeyedMark[] =>
  notes.map(({ kind, id, at }) => {
    const known = labels[kind]
    // Counted in the order of the marks, footnotes and endnotes separately.
    const label =
      known.get(id) ?? (kind === 'footnote' ? String(known.size + 1) : romanNumeral(known.size + 1))
    known.set(id, label)
    return { start: before + at, end: before + at, label, key: `${kind} ${id}` }
  })

function blockTypeOf({ type, list }: ParagraphStyle, formula: boolean): Block['type'] {
  if (formula) return 'formula'
  return type === 'paragraph' && list && list.id !== '0' ? 'list' : type
}

function noteBlocks(key: string, reading: DocxReaderState): KeyedBlock[] {
  const note = reading.notes.get(key)
  if (!note) return []
  // Read once: a note that refers to itself, or many references to one note, must not multiply it.
  reading.notes.delete(key)
  return readBlocks(note, reading).map((made, at) => ({
    ...made,
    type: made.rows ? made.type : 'footnote',
    ...(at === 0 && { keys: [key] }),
  }))
}

/** Returns the text of a cell, including the text of tables and text boxes inside it. */
function cellText(cell: XmlElement, reading: DocxReaderState): string {
  return readBlocks(cell, reading)
    .map(({ rows, text }) => rows?.map((row) => row.join(' ')).join('\n') ?? text)
    .join('\n')
}

function readRow(row: XmlElement, reading: DocxReaderState): string[] {
  const cells: string[] = []
  for (const cell of cellElements(row)) {
    const properties = child(cell, 'w:tcPr')
    const merged = child(properties, 'w:vMerge')
    const text = merged && valAttribute(merged) !== 'restart' ? '' : cellText(cell, reading)
    const width = Math.min(200, Number(valAttribute(child(properties, 'w:gridSpan')) ?? 1))
    cells.push(text, ...Array.from({ length: Math.max(0, width - 1) }, () => ''))
  }
  return cells
}

const cellElements = (row: XmlElement): XmlElement[] =>
  elementsOf(row).flatMap((element) =>
    element.name === 'w:tc' ? [element] : WRAPPER_ELEMENTS.has(element.name) ? cellElements(element) : [],
  )

const rowElements = (table: XmlElement): XmlElement[] =>
  elementsOf(table).flatMap((element) =>
    element.name === 'w:tr' ? [element] : WRAPPER_ELEMENTS.has(element.name) ? rowElements(element) : [],
  )

/** Returns whether a tracked change deleted the row, so that it does not exist with changes accepted. */
const isDeletedRow = (row: XmlElement): boolean => elementAt(row, 'w:trPr', 'w:del') !== undefined

function tableBlocks(table: XmlElement, reading: DocxReaderState): Block[] {
  const inside = { ...reading, painted: true }
  const rows = rowElements(table).flatMap((row) => {
    const cells = isDeletedRow(row) ? [] : readRow(row, inside)
    return cells.length > 0 && reading.fits(cells) ? [cells] : []
  })
  return [{ ...createBlock('table', ''), rows }]
}

async function readNotes(archive: Archive, parts: Map<string, string>): Promise<Map<string, XmlElement>> {
  const notes = new Map<string, XmlElement>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const tree = await readOptionalPartTree(archive, parts.get(`${kind}s`))
    for (const note of childrenOf(tree, `w:${kind}`)) notes.set(`${kind} ${note.attributes['w:id']}`, note)
  }
  return notes
}

/** Parses a document of Word or a similar program (.docx). */
export async function parseDocx(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    const main = await findMainPart(archive)
    const parts = new Map((await readRelationships(archive, main)).map(({ type, target }) => [type, target]))
    const draft: DocumentDraft = { ...emptyDraft(), ...(await readCoreProperties(archive)) }
    const body = child(await readPartTree(archive, main), 'w:body')
    if (!body) throw documentFault('damaged')
    const named = draft.title
    draft.title = ''
    const reading: DocxReaderState = {
      draft,
      styles: resolveStyles(await readOptionalPartTree(archive, parts.get('styles'))),
      numbers: createNumberer(await readOptionalPartTree(archive, parts.get('numbering'))),
      notes: await readNotes(archive, parts),
      labels: { footnote: new Map(), endnote: new Map() },
      fits: createRowLimit(draft),
      painted: false,
    }
    draft.blocks = readBlocks(body, reading)
    // The title in the properties is often that of a template, so the title on the page takes precedence.
    draft.title ||= named
    return finishDocument(draft, 'docx')
  } finally {
    archive.close()
  }
}
