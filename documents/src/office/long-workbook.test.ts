import { expect, test } from 'vitest'
import { officeFile, relationshipsPart, xmlPart } from '../testing/office.ts'
import { parseXlsx } from './xlsx.ts'

test('a workbook of 100,000 rows is read whole; attack 30: one that has cells without end is cut, and that is told', async () => {
  const row = (at: number) =>
    `<s:row r="${at}"><s:c r="A${at}"><s:v>${at}</s:v></s:c><s:c r="B${at}" t="inlineStr"><s:is><s:t>第${at}行</s:t></s:is></s:c></s:row>`
  const bookOf = (rows: number) =>
    officeFile({
      'xl/workbook.xml': xmlPart(
        's:workbook',
        '<s:sheets><s:sheet name="大" sheetId="1" r:id="a"/></s:sheets>',
      ),
      'xl/_rels/workbook.xml.rels': relationshipsPart([['a', 'worksheet', 'worksheets/sheet1.xml']]),
      'xl/worksheets/sheet1.xml': xmlPart(
        's:worksheet',
        `<s:sheetData>${Array.from({ length: rows }, (_, at) => row(at + 1)).join('')}</s:sheetData>`,
      ),
    })
  // A long table is several blocks, each with its first row; before them stands the sheet's name.
  const rowsOf = ({ blocks }: Awaited<ReturnType<typeof parseXlsx>>) =>
    blocks.slice(1).flatMap(({ rows = [] }, at) => rows.slice(at === 0 ? 0 : 1)).length
  const whole = await parseXlsx(bookOf(100_000))
  expect(rowsOf(whole)).toBe(100_000)
  expect(whole.warnings).toEqual([])
  const cut = await parseXlsx(bookOf(300_000))
  expect(rowsOf(cut)).toBeLessThan(300_000)
  const count = 300_000 - rowsOf(cut)
  expect(cut.warnings).toEqual([
    { kind: 'rows-left-out', sheet: '大', from: rowsOf(cut) + 1, to: 300_000, count },
  ])
  expect(cut.title).toBe('')
})
