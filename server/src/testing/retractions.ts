import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queueLocalFile } from '../library/import/import.service.ts'
import type { TestApp } from './test-app.ts'

/** The headings of the Retraction Watch CSV. */
const HEADINGS =
  'Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes'.split(
    ',',
  )

/** Returns a Retraction Watch CSV of rows by heading; other cells are empty. */
export function retractionCsv(rows: Record<string, string>[]): string {
  const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = rows.map((row) => HEADINGS.map((heading) => quote(row[heading] ?? '')).join(','))
  return [HEADINGS.join(','), ...lines, ''].join('\n')
}

/** Imports a table of notices and runs the jobs that follow. */
export async function importNotices(app: TestApp, table: string, name = 'retractions.csv'): Promise<string> {
  const path = join(app.folder, name)
  await writeFile(path, table)
  const { id } = await queueLocalFile(app.base, path)
  await app.runner.drain()
  return id
}
