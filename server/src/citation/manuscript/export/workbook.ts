import { promisify } from 'node:util'
import { type AsyncZippable, strToU8, zip } from 'fflate'
import { stripInvalidXml } from '../../word/index.ts'

/** A sheet: its name, its columns with their widths in characters, and its rows. */
export interface SheetContent {
  name: string
  columns: { name: string; width: number }[]
  rows: (string | number)[][]
}

const SCHEMA_ROOT = 'http://schemas.openxmlformats.org'
const MAIN = `${SCHEMA_ROOT}/spreadsheetml/2006/main`
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The most characters of a cell that spreadsheet programs accept. */
const MAX_CELL_CHARS = 32_767

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) =>
  stripInvalidXml(text.slice(0, MAX_CELL_CHARS)).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** Returns the name of a column by its index from 0, below 26. */
const columnName = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)

const HEAD_STYLE = 1
const TEXT_STYLE = 2

/** Returns a cell; text is never taken as a formula. */
const cell = (value: string | number, at: string, style: number) =>
  typeof value === 'number'
    ? `<c r="${at}" s="${style}"><v>${value}</v></c>`
    : `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`

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
    `<worksheet xmlns="${MAIN}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols>`,
    `<sheetData>${head}${body.join('')}</sheetData>`,
    `<autoFilter ref="${range}"/>`,
    '</worksheet>',
  ].join('')
}

const STYLES = [
  `<styleSheet xmlns="${MAIN}">`,
  '<fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>',
  '</styleSheet>',
].join('')

const relationships = (targets: [type: string, target: string][]) =>
  `<Relationships xmlns="${SCHEMA_ROOT}/package/2006/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${SCHEMA_ROOT}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** Packs files into a ZIP container by their paths; packing runs in worker threads. */
export const packFiles = promisify<AsyncZippable, Uint8Array>(zip)

/** Writes a workbook (.xlsx) of one sheet of at most 26 columns; packing runs in worker threads. */
export function writeWorkbook(sheet: SheetContent): Promise<Uint8Array> {
  const override = (part: string, type: string) =>
    `<Override PartName="/${part}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': [
      `<Types xmlns="${SCHEMA_ROOT}/package/2006/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      override('xl/workbook.xml', 'sheet.main'),
      override('xl/worksheets/sheet1.xml', 'worksheet'),
      override('xl/styles.xml', 'styles'),
      '</Types>',
    ].join(''),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${SCHEMA_ROOT}/officeDocument/2006/relationships"><sheets><sheet name="${escapeText(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheetPart(sheet),
  }
  return packFiles(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(DECLARATION + text)])),
  )
}
