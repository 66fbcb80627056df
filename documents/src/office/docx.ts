import { romanNumeral } from '@scinav/contract/roman-numeral'
import { type Archive, openArchive } from '../archive.ts'
import type { Block, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { createRowLimit, type DocumentDraft, emptyDraft, pagelessBlock } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { child, childrenOf, elementAt, elementsOf, type XmlElement } from '../xml.ts'
import {
  headingLevel,
  type ParagraphStyle,
  readParagraphProperties,
  resolveStyles,
  valAttribute,
} from './docx-styles.ts'
import { type InlineContent, readInline, type TextPiece } from './docx-text.ts'
import { createNumberer } from './list-numbers.ts'
import { findMainPart, readCoreProperties, readPartTree, readRelationships } from './package.ts'

/** A paragraph as it was read: its text, before it was cleaned, and where the parts of this text come from. */
export interface ParagraphSource {
  element: XmlElement
  text: string
  pieces: TextPiece[]
}

/** A block with the paragraphs it was read from: one, or all those of a table in reading order. */
export interface DocxBlock extends KeyedBlock {
  paragraphs?: ParagraphSource[]
}

/** Reads and parses a part of the file. */
type PartReader = (part: string) => Promise<XmlElement>

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
  /** Whether blocks keep their paragraphs. */
  keepsParagraphs: boolean
}

/**
 * Reads the blocks of a document in reading order, with all tracked changes accepted. A note follows the paragraph with
 * its first mark; notes that are never referred to are left out.
 *
 * @param main path of the main part
 * @param options `readPart` parses the main part, the notes, styles and lists; `keepsParagraphs` keeps the source of
 * each block
 * @throws UnreadableDocument `damaged` when the main part is missing.
 */
export async function readDocx(
  archive: Archive,
  main: string,
  { readPart, keepsParagraphs }: { readPart: PartReader; keepsParagraphs: boolean },
): Promise<Omit<DocumentDraft, 'blocks'> & { blocks: DocxBlock[] }> {
  const readOptional = async (part: string | undefined) =>
    part !== undefined && archive.has(part) ? readPart(part) : undefined
  const parts = new Map((await readRelationships(archive, main)).map(({ type, target }) => [type, target]))
  const draft: DocumentDraft = { ...emptyDraft(), ...(await readCoreProperties(archive)) }
  const body = child(await readPart(main), 'w:body')
  if (!body) throw documentFault('damaged')
  // The title in the properties is often that of a template, so the title on the page takes precedence.
  const propertyTitle = draft.title
  draft.title = ''
  const reader: DocxReaderState = {
    draft,
    styleOf: resolveStyles(await readOptional(parts.get('styles'))),
    nextNumber: createNumberer(await readOptional(parts.get('numbering'))),
    notes: await readNotes(parts, readOptional),
    labels: { footnote: new Map(), endnote: new Map() },
    acceptsRow: createRowLimit(draft),
    mayHaveBackground: false,
    keepsParagraphs,
  }
  const blocks = readBlocks(body, reader)
  draft.title ||= propertyTitle
  return { ...draft, blocks }
}

/** Returns all notes by kind and id, see `DocxReaderState`. */
async function readNotes(
  parts: Map<string, string>,
  readOptional: (part: string | undefined) => Promise<XmlElement | undefined>,
): Promise<Map<string, XmlElement>> {
  const notes = new Map<string, XmlElement>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const tree = await readOptional(parts.get(`${kind}s`))
    for (const note of childrenOf(tree, `w:${kind}`)) notes.set(`${kind} ${note.attributes['w:id']}`, note)
  }
  return notes
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
function readBlocks(container: XmlElement, reader: DocxReaderState): DocxBlock[] {
  return elementsOf(container).flatMap((element) => {
    if (element.name === 'w:p') return paragraphBlocks(element, reader)
    if (element.name === 'w:tbl') return tableBlocks(element, reader)
    return WRAPPER_ELEMENTS.has(element.name) ? readBlocks(element, reader) : []
  })
}

/** Returns the block of a paragraph, followed by those of its text boxes and notes. */
function paragraphBlocks(paragraph: XmlElement, reader: DocxReaderState): DocxBlock[] {
  const inline = readInline(paragraph, reader.draft, reader.mayHaveBackground)
  const properties = child(paragraph, 'w:pPr')
  const style = {
    ...reader.styleOf(valAttribute(child(properties, 'w:pStyle'))),
    ...readParagraphProperties(properties),
  }
  const level = headingLevel(style)
  const list = inList(style) && inline.text.trim() !== '' ? style.list : undefined
  const number = list ? reader.nextNumber(list.id, list.level) : ''
  const text = number && number !== '•' ? `${number} ${inline.text}` : inline.text
  if (style.title && reader.draft.title === '') reader.draft.title = text
  const numberLength = text.length - inline.text.length
  const marks = noteMarks(inline, numberLength, reader.labels)
  const block = level
    ? { ...pagelessBlock('heading', text), level }
    : pagelessBlock(blockTypeOf(style, inline.isFormula), text)
  return [
    {
      ...block,
      ...(marks.length > 0 && { marks }),
      ...(reader.keepsParagraphs && { paragraphs: [paragraphSource(paragraph, text, inline.pieces)] }),
    },
    ...inline.boxes.flatMap((box) => readBlocks(box, { ...reader, mayHaveBackground: true })),
    ...inline.notes.flatMap(({ kind, id }) => noteBlocks(`${kind} ${id}`, reader)),
  ]
}

/** Returns whether a paragraph belongs to a list. The id 0 states that it does not, although its style has a list. */
const inList = ({ list }: ParagraphStyle): boolean => list !== undefined && list.id !== '0'

/**
 * Returns the note marks of a paragraph.
 *
 * @param numberLength length of the list number before the text of the paragraph, in UTF-16 units
 * @param labels receives the labels of notes that are marked for the first time
 */
const noteMarks = (
  { notes }: InlineContent,
  numberLength: number,
  labels: DocxReaderState['labels'],
): KeyedMark[] =>
  notes.map(({ kind, id, offset }) => {
    // Counted in the order of the marks, footnotes and endnotes separately.
    const next = labels[kind].size + 1
    const label = labels[kind].get(id) ?? (kind === 'footnote' ? String(next) : romanNumeral(next))
    labels[kind].set(id, label)
    const start = numberLength + offset
    return { start, end: start, label, key: `${kind} ${id}` }
  })

/** Returns the type of the block of a paragraph that is no heading. */
function blockTypeOf(style: ParagraphStyle, isFormula: boolean): Block['type'] {
  if (isFormula) return 'formula'
  return style.type === 'paragraph' && inList(style) ? 'list' : style.type
}

/** Returns the source of a paragraph, whose `text` may begin with a list number that is in none of the pieces. */
function paragraphSource(element: XmlElement, text: string, pieces: TextPiece[]): ParagraphSource {
  const offset = text.length - (pieces.at(-1)?.end ?? 0)
  const moved = pieces.map((piece) => ({ ...piece, start: piece.start + offset, end: piece.end + offset }))
  return { element, text, pieces: offset > 0 ? moved : pieces }
}

/** Returns the blocks of a note, the first with its key. All but tables have the type `footnote`. */
function noteBlocks(key: string, reader: DocxReaderState): DocxBlock[] {
  const note = reader.notes.get(key)
  if (!note) return []
  // Read once: a note that refers to itself, or many references to one note, must not multiply it.
  reader.notes.delete(key)
  return readBlocks(note, reader).map((block, at) => ({
    ...block,
    type: block.rows ? block.type : 'footnote',
    ...(at === 0 && { keys: [key] }),
  }))
}

/** Returns a table as one block; text boxes and notes in its cells are part of their text. */
function tableBlocks(table: XmlElement, reader: DocxReaderState): DocxBlock[] {
  const inside = { ...reader, mayHaveBackground: true }
  const paragraphs: ParagraphSource[] = []
  const rows = unwrappedChildren(table, 'w:tr').flatMap((row) => {
    const cells = isDeletedRow(row) ? [] : readRow(row, inside, paragraphs)
    return cells.length > 0 && reader.acceptsRow(cells) ? [cells] : []
  })
  return [{ ...pagelessBlock('table', ''), rows, ...(reader.keepsParagraphs && { paragraphs }) }]
}

/** Returns the children with a name, including those inside wrappers. */
const unwrappedChildren = (parent: XmlElement, name: string): XmlElement[] =>
  elementsOf(parent).flatMap((element) => {
    if (element.name === name) return [element]
    return WRAPPER_ELEMENTS.has(element.name) ? unwrappedChildren(element, name) : []
  })

/** Returns whether a tracked change deleted the row, so that it does not exist with changes accepted. */
const isDeletedRow = (row: XmlElement): boolean => elementAt(row, 'w:trPr', 'w:del') !== undefined

/** Number of columns that a cell may span; a damaged file may declare billions. */
const MAX_SPAN = 200

/**
 * Returns the cells of a row; a merged cell is '' at all its positions but the first.
 *
 * @param paragraphs receives the paragraphs of the row
 */
function readRow(row: XmlElement, reader: DocxReaderState, paragraphs: ParagraphSource[]): string[] {
  const cells: string[] = []
  for (const cell of unwrappedChildren(row, 'w:tc')) {
    const properties = child(cell, 'w:tcPr')
    const merged = child(properties, 'w:vMerge')
    const blocks = merged && valAttribute(merged) !== 'restart' ? [] : readBlocks(cell, reader)
    const text = cellText(blocks)
    addParagraphs(blocks, paragraphs)
    const width = Math.min(MAX_SPAN, Number(valAttribute(child(properties, 'w:gridSpan')) ?? 1))
    cells.push(text, ...Array.from({ length: Math.max(0, width - 1) }, () => ''))
  }
  return cells
}

/** Returns the text of a cell, from its blocks, which may be tables and text boxes. */
const cellText = (blocks: DocxBlock[]): string =>
  blocks.map(({ rows, text }) => rows?.map((row) => row.join(' ')).join('\n') ?? text).join('\n')

/** Appends the paragraphs of blocks to a list, one by one: `push(...)` fails for as many as a table may have. */
function addParagraphs(blocks: readonly DocxBlock[], paragraphs: ParagraphSource[]): void {
  for (const block of blocks) for (const paragraph of block.paragraphs ?? []) paragraphs.push(paragraph)
}

/**
 * Parses a document of Word or a similar program (.docx), with all tracked changes accepted.
 *
 * @throws UnreadableDocument `damaged` when a main part is missing; as `openArchive` and `finishDocument`.
 */
export async function parseDocx(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    const readPart = (part: string) => readPartTree(archive, part)
    const main = await findMainPart(archive)
    return finishDocument(await readDocx(archive, main, { readPart, keepsParagraphs: false }), 'docx')
  } finally {
    archive.close()
  }
}
