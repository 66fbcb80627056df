import { type ResearchReport, readWork } from '@scinav/contract'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Returns the numbers of the markers of a text, in its order. */
export const marksIn = (text: string) => [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n))

const bare = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')

const isQuoted = (text: string, quote: string) => ['「', '“'].some((mark) => text.includes(mark + quote))

/** What every report has to keep to, whatever was asked. */
export async function requireGates({ base }: TestApp, report: ResearchReport): Promise<void> {
  const numbers = report.references.map(({ n }) => n)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const used = report.sections.flatMap(({ text }) => marksIn(text))
  expect(new Set(used)).toEqual(new Set(numbers))
  const ids = [...report.references, ...report.read_not_cited].flatMap(({ paper_id }) => paper_id ?? [])
  const rows = await base.db
    .selectFrom('papers')
    .select(['id', 'record'])
    .where('id', 'in', [...ids, ''])
    .execute()
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
  const texts = new Map(
    rows.map(({ id, record }) => {
      const { abstract, abstract_zh } = readWork(record)
      return [id, bare(`${abstract ?? ''}\n${abstract_zh ?? ''}`)]
    }),
  )
  for (const { kind, text, citations } of report.sections) {
    expect(citations.map(({ n, start, end }) => [text.slice(start, end), n])).toEqual(
      marksIn(text).map((n) => [`[${n}]`, n]),
    )
    for (const { quote, paper_id, n, by_site } of citations) {
      // Summaries of the site are nobody's own words.
      expect(by_site === true && isQuoted(text, quote)).toBe(false)
      expect(texts.get(paper_id ?? '')).toContain(bare(quote))
      expect(report.references.find((each) => each.n === n)?.paper_id).toBe(paper_id)
    }
    // Whatever stands in quotation marks in an item of evidence has its number behind it.
    const quotes = text.split('\n').filter((line) => /[」”]/u.test(line) && !line.includes('《'))
    if (kind === 'evidence')
      for (const line of quotes) expect(line).toMatch(/(?:[」”]|（本站提要）| \(our summary\))\[\d+\]/u)
  }
}
