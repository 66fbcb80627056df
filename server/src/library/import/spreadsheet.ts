import { open } from 'node:fs/promises'
import { recognizeFormat } from '@scinav/formats'

/** Thrown for a file that is no workbook or cannot be read; the message is Chinese and shown to the user. */
export class UnreadableWorkbook extends Error {}

/**
 * Number of rows at the top of a sheet that are searched for its heading, since titles and remarks may precede it.
 */
const MAX_ROWS_ABOVE_HEADING = 20

/** Returns whether a file is a ZIP container, by its first bytes, and hence may be a workbook. */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

/** Writes a row as a line of CSV; line breaks and other whitespace in cells become single spaces. */
const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replace(/\s+/g, ' ').replaceAll('"', '""')}"`).join(',')}\n`

/** Returns the index of the heading row of a sheet, or -1 when no row names a column for titles. */
function findHeadingRow(rows: readonly string[][]): number {
  return rows
    .slice(0, MAX_ROWS_ABOVE_HEADING)
    .findIndex((cells) => recognizeFormat(csvLine(cells), 'table.csv')?.id === 'csv')
}

/** Returns the sheets that are not empty; none for a file that cannot be read as a workbook. */
async function readSheets(path: string) {
  const { readWorkbook, UnreadableDocument } = await import('@scinav/documents')
  try {
    return (await readWorkbook(path)).filter(({ rows }) => rows.length > 0)
  } catch (error) {
    if (error instanceof UnreadableDocument) return []
    throw error
  }
}

/**
 * Yields the first sheet with a heading, else the first sheet, as CSV. The rows above the heading are left empty, so
 * that line numbers equal row numbers.
 *
 * @throws UnreadableWorkbook when there is no sheet, or the sheet exceeds the size limit.
 */
export async function* readWorkbookAsCsv(path: string): AsyncGenerator<Buffer> {
  const sheets = await readSheets(path)
  const chosen = sheets.find(({ rows }) => findHeadingRow(rows) >= 0) ?? sheets[0]
  if (!chosen) throw new UnreadableWorkbook('没有认出文件的格式；Excel 文件请去掉密码，存为 .xlsx 后重试')
  if (chosen.isCut) throw new UnreadableWorkbook('表格太大，请存为 CSV 后导入')
  const headingRow = Math.max(findHeadingRow(chosen.rows), 0)
  yield Buffer.from('\n'.repeat(headingRow))
  for (const cells of chosen.rows.slice(headingRow)) yield Buffer.from(csvLine(cells))
}
