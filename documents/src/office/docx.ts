import { type Archive, openArchive } from '../archive/archive.ts'
import type { Block, ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { type Draft, emptyDraft, finish } from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { rowLimit } from '../structure/rows.ts'
import { at, child, childrenOf, type Element, elementsOf } from '../xml/xml.ts'
import { fromProperties, headingLevel, type ParagraphStyle, stylesOf, val } from './docx-styles.ts'
import { type Inline, readInline } from './docx-text.ts'
import { numberer, roman } from './numbering.ts'
import { coreProperties, mainPart, optionalTree, partTree, relationshipsOf } from './package.ts'

interface Reading {
  draft: Draft
  styles: (id: string | undefined) => ParagraphStyle
  numbers: (list: string, level: number) => string
  /** Notes by kind and id; each is read where it is referred to. */
  notes: Map<string, Element>
  /** What Word prints as the marks of notes, by their ids. */
  labels: Record<'footnote' | 'endnote', Map<string, string>>
  fits: (row: readonly string[]) => boolean
  /** Inside a table or a text box. */
  painted: boolean
}

/** What holds paragraphs and is none. */
const wrappers = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'mc:AlternateContent',
  'mc:Choice',
])

function blocksIn(container: Element, reading: Reading): KeyedBlock[] {
  return elementsOf(container).flatMap((element) => {
    if (element.name === 'w:p') return paragraphBlocks(element, reading)
    if (element.name === 'w:tbl') return tableBlocks(element, reading)
    return wrappers.has(element.name) ? blocksIn(element, reading) : []
  })
}

const block = (type: Block['type'], text: string): Block => ({ type, text, page: 1, boxes: [] })

function paragraphBlocks(paragraph: Element, reading: Reading): KeyedBlock[] {
  const inline = readInline(paragraph, reading.draft, reading.painted)
  const properties = child(paragraph, 'w:pPr')
  const style = { ...reading.styles(val(child(properties, 'w:pStyle'))), ...fromProperties(properties) }
  const level = headingLevel(style)
  const listed = style.list && style.list.id !== '0' && inline.text.trim() !== ''
  const number = listed && style.list ? reading.numbers(style.list.id, style.list.level) : ''
  const text = number && number !== '•' ? `${number} ${inline.text}` : inline.text
  if (style.title && reading.draft.title === '') reading.draft.title = text
  const marks = marksOf(inline, text.length - inline.text.length, reading.labels)
  const whole = level ? { ...block('heading', text), level } : block(typeOf(style, inline.formula), text)
  return [
    { ...whole, ...(marks.length > 0 && { marks }) },
    ...inline.boxes.flatMap((box) => blocksIn(box, { ...reading, painted: true })),
    ...inline.notes.flatMap(({ kind, id }) => noteBlocks(`${kind} ${id}`, reading)),
  ]
}

/** Marks of notes in a paragraph whose text begins with a number of this length. */
const marksOf = ({ notes }: Inline, before: number, labels: Reading['labels']): KeyedMark[] =>
  notes.map(({ kind, id, at }) => {
    const known = labels[kind]
    // Counted in the order of their marks, footnotes and endnotes apart.
    const label = known.get(id) ?? (kind === 'footnote' ? String(known.size + 1) : roman(known.size + 1))
    known.set(id, label)
    return { start: before + at, end: before + at, label, key: `${kind} ${id}` }
  })

function typeOf({ type, list }: ParagraphStyle, formula: boolean): Block['type'] {
  if (formula) return 'formula'
  return type === 'paragraph' && list && list.id !== '0' ? 'list' : type
}

function noteBlocks(key: string, reading: Reading): KeyedBlock[] {
  const note = reading.notes.get(key)
  if (!note) return []
  // Read once: a note that refers to itself, or many references to one, must not multiply it.
  reading.notes.delete(key)
  return blocksIn(note, reading).map((made, at) => ({
    ...made,
    type: made.rows ? made.type : 'footnote',
    ...(at === 0 && { keys: [key] }),
  }))
}

/** Text of a cell, with that of tables inside it; what floats beside the text becomes blocks after the table. */
function cellText(cell: Element, reading: Reading): string {
  return blocksIn(cell, reading)
    .map(({ rows, text }) => rows?.map((row) => row.join(' ')).join('\n') ?? text)
    .join('\n')
}

function rowOf(row: Element, reading: Reading): string[] {
  const cells: string[] = []
  for (const cell of cellsIn(row)) {
    const properties = child(cell, 'w:tcPr')
    const merged = child(properties, 'w:vMerge')
    const text = merged && val(merged) !== 'restart' ? '' : cellText(cell, reading)
    const width = Math.min(200, Number(val(child(properties, 'w:gridSpan')) ?? 1))
    cells.push(text, ...Array.from({ length: Math.max(0, width - 1) }, () => ''))
  }
  return cells
}

const cellsIn = (row: Element): Element[] =>
  elementsOf(row).flatMap((element) =>
    element.name === 'w:tc' ? [element] : wrappers.has(element.name) ? cellsIn(element) : [],
  )

const rowsIn = (table: Element): Element[] =>
  elementsOf(table).flatMap((element) =>
    element.name === 'w:tr' ? [element] : wrappers.has(element.name) ? rowsIn(element) : [],
  )

/** A row that somebody deleted, with changes accepted, is not there. */
const isDeleted = (row: Element): boolean => at(row, 'w:trPr', 'w:del') !== undefined

function tableBlocks(table: Element, reading: Reading): Block[] {
  const inside = { ...reading, painted: true }
  const rows = rowsIn(table).flatMap((row) => {
    const cells = isDeleted(row) ? [] : rowOf(row, inside)
    return cells.length > 0 && reading.fits(cells) ? [cells] : []
  })
  return [{ ...block('table', ''), rows }]
}

async function notesOf(archive: Archive, parts: Map<string, string>): Promise<Map<string, Element>> {
  const notes = new Map<string, Element>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const tree = await optionalTree(archive, parts.get(`${kind}s`))
    for (const note of childrenOf(tree, `w:${kind}`)) notes.set(`${kind} ${note.attributes['w:id']}`, note)
  }
  return notes
}

/** A document of Word and its like. */
export async function parseDocx(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    const main = await mainPart(archive)
    const parts = new Map((await relationshipsOf(archive, main)).map(({ type, target }) => [type, target]))
    const draft: Draft = { ...emptyDraft(), ...(await coreProperties(archive)) }
    const body = child(await partTree(archive, main), 'w:body')
    if (!body) throw unreadable('damaged')
    const named = draft.title
    draft.title = ''
    const reading: Reading = {
      draft,
      styles: stylesOf(await optionalTree(archive, parts.get('styles'))),
      numbers: numberer(await optionalTree(archive, parts.get('numbering'))),
      notes: await notesOf(archive, parts),
      labels: { footnote: new Map(), endnote: new Map() },
      fits: rowLimit(draft),
      painted: false,
    }
    draft.blocks = blocksIn(body, reading)
    // What programs put into the properties is often that of a template: the title on the page comes first.
    draft.title ||= named
    return finish(draft, 'docx')
  } finally {
    archive.close()
  }
}
