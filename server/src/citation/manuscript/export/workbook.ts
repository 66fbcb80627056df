import { promisify } from 'node:util'
import { type AsyncZippable, strToU8, zip } from 'fflate'
import { stripInvalidXml } from '../../word/index.ts'

/** A sheet: its name, its columns with their widths in characters, and its rows. */
export interface SheetContent {
  name: string
  columns: { name: string; width: number }[]
  rows: (string | number)[][]
}

// An .xlsx file is a ZIP container of XML parts (Office Open XML, ECMA-376).

const SCHEMA_ROOT = 'http://schemas.openxmlformats.org'
const SHEET_NAMESPACE = `${SCHEMA_ROOT}/spreadsheetml/2006/main`
/** Beginning of the content types of all parts that are particular to workbooks. */
const CONTENT_TYPE_ROOT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The most characters of a cell that spreadsheet programs accept. */
const MAX_CELL_CHARS = 32_767

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Returns a text for XML, cut to the length of a cell. */
const escapeText = (text: string) =>
  stripInvalidXml(text.slice(0, MAX_CELL_CHARS)).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** Returns the name of a column by its index from 0, below 26. */
const columnName = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)

const STYLES_PART = [
  `<styleSheet xmlns="${SHEET_NAMESPACE}">`,
  '<fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>',
  // Spreadsheet programs expect these two fills, though no style here uses the second.
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>',
  '</styleSheet>',
].join('')

/** Indexes of styles in the `cellXfs` of `STYLES_PART`: bold, and wrapped lines from the top of the cell. */
const HEAD_STYLE = 1
const TEXT_STYLE = 2

/**
 * Returns a cell; text is never taken as a formula.
 *
 * @param place column and row: `B2`
 * @param style index in the `cellXfs` of `STYLES_PART`
 */
const cell = (value: string | number, place: string, style: number) =>
  typeof value === 'number'
    ? `<c r="${place}" s="${style}"><v>${value}</v></c>`
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`

/** Returns a row of cells of one style; rows are numbered from 1. */
const row = (values: (string | number)[], number: number, style: number) =>
  `<row r="${number}">${values.map((value, at) => cell(value, `${columnName(at)}${number}`, style)).join('')}</row>`

/** Returns the part of the sheet, with its head frozen and a filter on each column. */
function sheetPart({ columns, rows }: SheetContent): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const head = row(
    columns.map(({ name }) => name),
    1,
    HEAD_STYLE,
  )
  const body = rows.map((values, at) => row(values, at + 2, TEXT_STYLE))
  const range = `A1:${columnName(columns.length - 1)}${rows.length + 1}`
  return [
    `<worksheet xmlns="${SHEET_NAMESPACE}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols>`,
    `<sheetData>${head}${body.join('')}</sheetData>`,
    `<autoFilter ref="${range}"/>`,
    '</worksheet>',
  ].join('')
}

/** Returns a part that names the parts to which another one refers; their ids are `rId1`, `rId2` and so on. */
const relationshipsPart = (targets: [type: string, target: string][]) =>
  `<Relationships xmlns="${SCHEMA_ROOT}/package/2006/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${SCHEMA_ROOT}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/**
 * Packs files into a ZIP container by their paths; packing runs in worker threads. Workbooks are packed with it, and
 * the LaTeX folders of theses that are checked as a batch.
 */
export const packFiles = promisify<AsyncZippable, Uint8Array>(zip)

/** Writes a workbook (.xlsx) of one sheet of at most 26 columns; packing runs in worker threads. */
export function writeWorkbook(sheet: SheetContent): Promise<Uint8Array> {
  const override = (part: string, type: string) =>
    `<Override PartName="/${part}" ContentType="${CONTENT_TYPE_ROOT}.${type}+xml"/>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': [
      `<Types xmlns="${SCHEMA_ROOT}/package/2006/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      override('xl/workbook.xml', 'sheet.main'),
      override('xl/worksheets/sheet1.xml', 'worksheet'),
      override('xl/styles.xml', 'styles'),
      '</Types>',
    ].join(''),
    '_rels/.rels': relationshipsPart([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${SCHEMA_ROOT}/officeDocument/2006/relationships"><sheets><sheet name="${escapeText(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsPart([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES_PART,
    'xl/worksheets/sheet1.xml': sheetPart(sheet),
  }
  return packFiles(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(XML_DECLARATION + text)])),
  )
}
