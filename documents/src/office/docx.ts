import { type Archive, openArchive } from '../archive.ts'
import type { Block, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import {
  createRowLimit,
  type DocumentDraft,
  emptyDraft,
  finishDocument,
  pagelessBlock,
} from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
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

type NoteKind = 'footnote' | 'endnote'

/** What the readers of a document share. */
interface DocxReaderState {
  draft: DocumentDraft
  /** Returns the style of an id, see `resolveStyles`. */
  styleOf: (id: string | undefined) => ParagraphStyle
  /** Returns the number of the next paragraph of a list, see `createNumberer`. */
  nextNumber: (list: string, level: number) => string
  /** Notes by kind and id (`footnote 2`); each is removed when it is read, where the text refers to it. */
  notes: Map<string, XmlElement>
  /** The marks that Word prints for notes, by kind and id; filled in the order of the marks. */
  labels: Record<NoteKind, Map<string, string>>
  /** Accepts a table row unless the document has too many, see `createRowLimit`. */
  acceptsRow: (row: readonly string[]) => boolean
  /** Whether the text is in a table or a text box, which may have a background. */
  mayHaveBackground: boolean
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

/** Returns the blocks of the paragraphs and tables in an element. */
function readBlocks(container: XmlElement, reading: DocxReaderState): KeyedBlock[] {
  return elementsOf(container).flatMap((element) => {
    if (element.name === 'w:p') return paragraphBlocks(element, reading)
    if (element.name === 'w:tbl') return tableBlocks(element, reading)
    return WRAPPER_ELEMENTS.has(element.name) ? readBlocks(element, reading) : []
  })
}

/** Returns the block of a paragraph, followed by those of its text boxes and notes. */
function paragraphBlocks(paragraph: XmlElement, reading: DocxReaderState): KeyedBlock[] {
  const inline = readInline(paragraph, reading.draft, reading.mayHaveBackground)
  const properties = child(paragraph, 'w:pPr')
  const style = {
    ...reading.styleOf(valAttribute(child(properties, 'w:pStyle'))),
    ...readParagraphProperties(properties),
  }
  const level = headingLevel(style)
  const list = inList(style) && inline.text.trim() !== '' ? style.list : undefined
  const number = list ? reading.nextNumber(list.id, list.level) : ''
  const text = number && number !== '•' ? `${number} ${inline.text}` : inline.text
  if (style.title && reading.draft.title === '') reading.draft.title = text
  const marks = noteMarks(inline, text.length - inline.text.length, reading.labels)
  const block = level
    ? { ...pagelessBlock('heading', text), level }
    : pagelessBlock(blockTypeOf(style, inline.isFormula), text)
  return [
    { ...block, ...(marks.length > 0 && { marks }) },
    ...inline.boxes.flatMap((box) => readBlocks(box, { ...reading, mayHaveBackground: true })),
    ...inline.notes.flatMap(({ kind, id }) => noteBlocks(`${kind} ${id}`, reading)),
  ]
}

/**
 * Returns the note marks of a paragraph.
 *
 * @param offset length of the list number before the text of the paragraph, in UTF-16 units
 */
const noteMarks = (
  { notes }: InlineContent,
  offset: number,
  labels: DocxReaderState['labels'],
): KeyedMark[] =>
  notes.map(({ kind, id, at }) => {
    // Counted in the order of the marks, footnotes and endnotes separately.
    const next = labels[kind].size + 1
    const label = labels[kind].get(id) ?? (kind === 'footnote' ? String(next) : romanNumeral(next))
    labels[kind].set(id, label)
    return { start: offset + at, end: offset + at, label, key: `${kind} ${id}` }
  })

/** Returns whether a paragraph belongs to a list. The list id 0 takes a paragraph out of the list of its style. */
const inList = ({ list }: ParagraphStyle): boolean => list !== undefined && list.id !== '0'

function blockTypeOf(style: ParagraphStyle, isFormula: boolean): Block['type'] {
  if (isFormula) return 'formula'
  return style.type === 'paragraph' && inList(style) ? 'list' : style.type
}

/** Returns the blocks of a note; the first has its key. Other paragraphs than tables are footnotes. */
function noteBlocks(key: string, reading: DocxReaderState): KeyedBlock[] {
  const note = reading.notes.get(key)
  if (!note) return []
  // Read once: a note that refers to itself, or many references to one note, must not multiply it.
  reading.notes.delete(key)
  return readBlocks(note, reading).map((block, at) => ({
    ...block,
    type: block.rows ? block.type : 'footnote',
    ...(at === 0 && { keys: [key] }),
  }))
}

/** Returns the text of a cell, including the text of tables and text boxes inside it. */
function cellText(cell: XmlElement, reading: DocxReaderState): string {
  return readBlocks(cell, reading)
    .map(({ rows, text }) => rows?.map((row) => row.join(' ')).join('\n') ?? text)
    .join('\n')
}

/** Bounds the columns that a cell may span. */
const MAX_SPAN = 200

/** Returns the cells of a row; a merged cell is '' at all its positions but the first. */
function readRow(row: XmlElement, reading: DocxReaderState): string[] {
  const cells: string[] = []
  for (const cell of unwrappedChildren(row, 'w:tc')) {
    const properties = child(cell, 'w:tcPr')
    const merged = child(properties, 'w:vMerge')
    const text = merged && valAttribute(merged) !== 'restart' ? '' : cellText(cell, reading)
    const width = Math.min(MAX_SPAN, Number(valAttribute(child(properties, 'w:gridSpan')) ?? 1))
    cells.push(text, ...Array.from({ length: Math.max(0, width - 1) }, () => ''))
  }
  return cells
}

/** Returns the children of a name, including those inside wrappers. */
const unwrappedChildren = (parent: XmlElement, name: string): XmlElement[] =>
  elementsOf(parent).flatMap((element) => {
    if (element.name === name) return [element]
    return WRAPPER_ELEMENTS.has(element.name) ? unwrappedChildren(element, name) : []
  })

/** Returns whether a tracked change deleted the row, so that it does not exist with changes accepted. */
const isDeletedRow = (row: XmlElement): boolean => elementAt(row, 'w:trPr', 'w:del') !== undefined

function tableBlocks(table: XmlElement, reading: DocxReaderState): Block[] {
  const inside = { ...reading, mayHaveBackground: true }
  const rows = unwrappedChildren(table, 'w:tr').flatMap((row) => {
    const cells = isDeletedRow(row) ? [] : readRow(row, inside)
    return cells.length > 0 && reading.acceptsRow(cells) ? [cells] : []
  })
  return [{ ...pagelessBlock('table', ''), rows }]
}

/** Returns all notes by kind and id, see `DocxReaderState`. */
async function readNotes(archive: Archive, parts: Map<string, string>): Promise<Map<string, XmlElement>> {
  const notes = new Map<string, XmlElement>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const tree = await readOptionalPartTree(archive, parts.get(`${kind}s`))
    for (const note of childrenOf(tree, `w:${kind}`)) notes.set(`${kind} ${note.attributes['w:id']}`, note)
  }
  return notes
}

/**
 * Parses a document of Word or a similar program (.docx), with all tracked changes accepted.
 *
 * @throws UnreadableDocument `damaged` when a main part is missing; as `openArchive` and `finishDocument`.
 */
export async function parseDocx(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    const main = await findMainPart(archive)
    const parts = new Map((await readRelationships(archive, main)).map(({ type, target }) => [type, target]))
    const draft: DocumentDraft = { ...emptyDraft(), ...(await readCoreProperties(archive)) }
    const body = child(await readPartTree(archive, main), 'w:body')
    if (!body) throw documentFault('damaged')
    // The title in the properties is often that of a template, so the title on the page takes precedence.
    const propertyTitle = draft.title
    draft.title = ''
    const reading: DocxReaderState = {
      draft,
      styleOf: resolveStyles(await readOptionalPartTree(archive, parts.get('styles'))),
      nextNumber: createNumberer(await readOptionalPartTree(archive, parts.get('numbering'))),
      notes: await readNotes(archive, parts),
      labels: { footnote: new Map(), endnote: new Map() },
      acceptsRow: createRowLimit(draft),
      mayHaveBackground: false,
    }
    draft.blocks = readBlocks(body, reading)
    draft.title ||= propertyTitle
    return finishDocument(draft, 'docx')
  } finally {
    archive.close()
  }
}
