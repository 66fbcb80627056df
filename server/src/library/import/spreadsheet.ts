import { open } from 'node:fs/promises'
import { recogniseFormat } from '@scinav/formats'

/** Lists of references in workbooks (.xlsx), read as tables of text. */

/** A container that is no workbook, or one that cannot be read; the message is Chinese. */
export class UnreadableWorkbook extends Error {}

/** Rows of a sheet among which its heading is looked for: titles and remarks may stand above it. */
const MAX_ROWS_ABOVE_HEADING = 20

/** Whether a file is a container that may hold a workbook: its first bytes say so. */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replace(/\s+/g, ' ').replaceAll('"', '""')}"`).join(',')}\n`

/** Where the heading of a sheet stands; -1 where no row names a column for titles. */
function findHeadingRow(rows: readonly string[][]): number {
  return rows
    .slice(0, MAX_ROWS_ABOVE_HEADING)
    .findIndex((cells) => recogniseFormat(csvLine(cells), 'table.csv')?.id === 'csv')
}

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
 * The first sheet with a heading, as CSV; the rows above the heading are left empty, so that lines are rows.
 *
 * @throws UnreadableWorkbook where there is no sheet, or more of it than is read.
 */
export async function* readWorkbookAsCsv(path: string): AsyncGenerator<Buffer> {
  const sheets = await readSheets(path)
  const chosen = sheets.find(({ rows }) => findHeadingRow(rows) >= 0) ?? sheets[0]
  if (!chosen) throw new UnreadableWorkbook('没有认出文件的格式；Excel 文件请去掉密码，存为 .xlsx 后重试')
  if (chosen.isCut) throw new UnreadableWorkbook('表格太大，请存为 CSV 后导入')
  const at = Math.max(findHeadingRow(chosen.rows), 0)
  yield Buffer.from('\n'.repeat(at))
  for (const cells of chosen.rows.slice(at)) yield Buffer.from(csvLine(cells))
}
