import { type Archive, openArchive } from '../archive.ts'
import type { ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import {
  addWarning,
  createRowLimit,
  type DocumentDraft,
  emptyDraft,
  pagelessBlock,
} from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import { childrenOf, elementAt, type XmlElement } from '../xml.ts'
import { createXmlReader, type XmlHandler } from '../xml-reader.ts'
import {
  findMainPart,
  readCoreProperties,
  readOptionalPartTree,
  readPartTree,
  readRelationships,
} from './package.ts'
import { cellText, columnIndex, readDateStyles, stringItemText, type WorkbookContext } from './xlsx-cells.ts'

/**
 * Parses a workbook: for each visible sheet with text a heading with its name and a table, with at most as many rows as
 * `createRowLimit` accepts for the document.
 *
 * @throws UnreadableDocument as `readSheets` and `finishDocument` do.
 */
export async function parseXlsx(path: string): Promise<ParsedDocument> {
  let acceptsRow: ReturnType<typeof createRowLimit> | undefined
  const sheets: { name: string; rows: string[][] }[] = []
  const draft = await readVisibleSheets(path, (name, draft) => {
    acceptsRow ??= createRowLimit(draft)
    const sheet = { name, rows: [] as string[][] }
    sheets.push(sheet)
    return (cells, row) => {
      if (acceptsRow?.(cells, { sheet: name, row })) sheet.rows.push(cells)
      return true
    }
  })
  for (const { name, rows } of sheets) {
    if (rows.length === 0) continue
    draft.blocks.push({ ...pagelessBlock('heading', name), level: 1 })
    draft.blocks.push({ ...pagelessBlock('table', ''), rows })
  }
  const document = finishDocument(draft, 'xlsx')
  // The name of a sheet is no title: 「Sheet1」, 「Data」.
  return draft.title === '' ? { ...document, title: '' } : document
}

/** Receives the non-empty rows of a sheet with their numbers, from 1; returning false ends the sheet. */
type RowHandler = (cells: string[], row: number) => boolean

/** Reads the visible sheets of a workbook in order; `openSheet` returns the handler for the rows of a sheet. */
async function readVisibleSheets(
  path: string,
  openSheet: (name: string, draft: DocumentDraft) => RowHandler,
): Promise<DocumentDraft> {
  const archive = await openArchive(path)
  try {
    const main = await findMainPart(archive)
    const workbook = await readPartTree(archive, main)
    const related = await readRelationships(archive, main)
    const partOf = (type: string) => related.find((found) => found.type === type)?.target
    const draft: DocumentDraft = { ...emptyDraft(), ...(await readCoreProperties(archive)) }
    const book: WorkbookContext = {
      texts: await readSharedTexts(archive, partOf('sharedStrings')),
      dates: readDateStyles(await readOptionalPartTree(archive, partOf('styles'))),
      isFrom1904: ['1', 'true'].includes(elementAt(workbook, 's:workbookPr')?.attributes.date1904 ?? ''),
    }
    const parts = new Map(related.map(({ id, target }) => [id, target]))
    for (const { name, part } of visibleSheets(workbook, parts, draft)) {
      // Every sheet has a part, even a chart sheet, which has no rows.
      if (!archive.has(part)) throw documentFault('damaged')
      const take = openSheet(name, draft)
      let number = 0
      await forEachElement(archive, part, 's:row', (row) => {
        number = Number(row.attributes.r ?? number + 1)
        const cells = readRow(row, book)
        return cells.length === 0 || take(cells, number)
      })
    }
    return draft
  } finally {
    archive.close()
  }
}

/** Reads the shared strings, to which cells refer by index. */
async function readSharedTexts(archive: Archive, part: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (part && archive.has(part))
    await forEachElement(archive, part, 's:si', (item) => {
      texts.push(stringItemText(item))
      return true
    })
  return texts
}

/**
 * Streams a part, which may be large, and passes each element of one name to `take` as a tree of its own. Stops when
 * `take` returns false.
 */
async function forEachElement(
  archive: Archive,
  part: string,
  name: string,
  take: (element: XmlElement) => boolean,
): Promise<void> {
  const stack: XmlElement[] = []
  let isEnough = false
  const handler: XmlHandler = {
    open(opened, attributes) {
      if (stack.length === 0 && opened !== name) return
      const element: XmlElement = { name: opened, attributes, children: [] }
      stack.at(-1)?.children.push(element)
      stack.push(element)
    },
    text: (text) => void stack.at(-1)?.children.push(text),
    close() {
      const done = stack.pop()
      if (done && stack.length === 0) isEnough ||= !take(done)
    },
  }
  const reader = createXmlReader(handler)
  const decoder = new TextDecoder()
  for await (const chunk of archive.stream(part)) {
    reader.write(decoder.decode(chunk, { stream: true }))
    if (isEnough) return
  }
  reader.end()
}

/** A sheet of a workbook, before it is read. */
interface SheetPart {
  name: string
  /** Path of the part in the archive. */
  part: string
}

/** Returns the sheets in the order of the workbook. Hidden ones are omitted and counted. */
function visibleSheets(workbook: XmlElement, parts: Map<string, string>, draft: DocumentDraft): SheetPart[] {
  return childrenOf(elementAt(workbook, 's:sheets'), 's:sheet').flatMap(({ attributes }) => {
    const part = parts.get(attributes['r:id'] ?? '')
    if (!part) return []
    if (attributes.state !== undefined && attributes.state !== 'visible') {
      addWarning(draft, 'parts-left-out')
      return []
    }
    return [{ name: attributes.name ?? '', part }]
  })
}

/** Columns of a sheet, a limit of the format. */
const MAX_COLUMNS = 16_384
/** Bounds the gap between two cells of a row that is filled with empty cells; a wider gap is closed. */
const MAX_GAP_COLUMNS = 200

/** Returns the texts of the cells of a row up to the last one with text; missing cells are ''. */
function readRow(row: XmlElement, book: WorkbookContext): string[] {
  const cells: string[] = []
  for (const cell of childrenOf(row, 's:c')) {
    const text = cellText(cell, book)
    if (text === '') continue
    const column = columnIndex(cell.attributes.r ?? '')
    const gap = column - cells.length
    if (gap > 0 && gap <= MAX_GAP_COLUMNS && column < MAX_COLUMNS)
      while (cells.length < column) cells.push('')
    cells.push(text)
  }
  return cells
}

/** A sheet with the texts of its cells; `isCut` states that it has more rows than were read. */
export interface Sheet {
  name: string
  rows: string[][]
  isCut: boolean
}

/** Bounds the text of all sheets of a workbook together, in UTF-16 units. */
const MAX_TABLE_CHARS = 200_000_000

/**
 * Returns the visible sheets of a workbook as tables of text, up to `MAX_TABLE_CHARS` in all.
 *
 * @throws UnreadableDocument as `openArchive` does; `damaged` when a part is missing.
 */
export async function readSheets(path: string): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  let length = 0
  await readVisibleSheets(path, (name) => {
    const sheet: Sheet = { name, rows: [], isCut: false }
    sheets.push(sheet)
    return (cells) => {
      length += cells.reduce((sum, cell) => sum + cell.length + 1, 0)
      if (length > MAX_TABLE_CHARS) sheet.isCut = true
      else sheet.rows.push(cells)
      return !sheet.isCut
    }
  })
  return sheets
}
