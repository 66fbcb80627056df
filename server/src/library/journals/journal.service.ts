import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { sourceKey } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import * as journals from './journal.store.ts'
import { type JournalBrief, listJournalBriefs } from './journal-table.ts'

type Journals = typeof api.papers.journals
type JournalSearchInput = ParsedInputOf<Journals>
type Journal = OutputOf<Journals>['list'][number]

/**
 * Searches journals by title or ISSN, class and initial letter, and returns one page in the requested order. A title
 * equal to the query comes first.
 */
export async function searchJournals(ctx: Context, input: JournalSearchInput): Promise<OutputOf<Journals>> {
  const { page_num, page_size } = input
  const query = parseQuery(input)
  const matching = (await listJournalBriefs(ctx)).filter((journal) => matchesJournal(journal, input, query))
  matching.sort(
    (a, b) =>
      Number(b.title_key === query.title) - Number(a.title_key === query.title) ||
      JOURNAL_ORDERS[input.sort](a, b),
  )
  const page = matching.slice((page_num - 1) * page_size, page_num * page_size)
  return { list: await loadJournals(ctx, page), total: matching.length, page_num, page_size }
}

/** Orders Chinese titles by pinyin; they follow Latin titles under the same letter. */
const collator = new Intl.Collator('zh-u-co-pinyin')
const isChinese = (title: string) => /^\p{Script=Han}/u.test(title)

const JOURNAL_ORDERS: Record<JournalSearchInput['sort'], (a: JournalBrief, b: JournalBrief) => number> = {
  papers: (a, b) => b.paper_count - a.paper_count || compareText(a.title_key, b.title_key),
  citations: (a, b) =>
    (b.citation_mean ?? -1) - (a.citation_mean ?? -1) || compareText(a.title_key, b.title_key),
  title: compareTitles,
}

/** Orders texts by their UTF-16 units. */
const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Orders by letter, with `#` after Z, then Latin before Chinese titles. Only Chinese titles use the slow collator. */
function compareTitles(a: JournalBrief, b: JournalBrief): number {
  // `~` sorts after all letters.
  const letter = (each: JournalBrief) => (each.letter === '#' ? '~' : each.letter)
  const isFirstChinese = isChinese(a.title)
  return (
    compareText(letter(a), letter(b)) ||
    Number(isFirstChinese) - Number(isChinese(b.title)) ||
    (isFirstChinese ? collator.compare(a.title, b.title) : 0) ||
    compareText(a.title_key, b.title_key)
  )
}

interface JournalQuery {
  /** Folded words of the title; empty matches any title. */
  title: string
  /** Digits of an ISSN or its beginning; null when the query is not one. */
  issn: string | null
}

/** Reads a query as words of a title and, if it has four to eight digits, also as an ISSN or its beginning. */
function parseQuery({ query }: JournalSearchInput): JournalQuery {
  const digits = query.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return { title: sourceKey(query), issn: /^\d{4}\d{0,3}[\dX]?$/.test(digits) ? digits : null }
}

/** Returns whether a journal has the letter and class asked for, and matches the query by ISSN or title. */
function matchesJournal(
  journal: JournalBrief,
  { query, class_code, letter }: JournalSearchInput,
  parsed: JournalQuery,
): boolean {
  if (letter && journal.letter !== letter.toUpperCase()) return false
  if (class_code && !journal.classes.has(class_code)) return false
  if (query.trim() === '') return true
  if (
    parsed.issn &&
    [journal.issn, journal.eissn].some((issn) => normalizeIssn(issn).startsWith(parsed.issn ?? ''))
  )
    return true
  if (parsed.title === '') return false
  return journal.title_key.includes(parsed.title) || sourceKey(journal.title_zh ?? '').includes(parsed.title)
}

/** Returns an ISSN without hyphens in capitals; '' for none. */
const normalizeIssn = (issn: string | null) => issn?.replaceAll('-', '').toUpperCase() ?? ''

/** Returns the journals of a page in its order, with their ranks; one removed meanwhile is left out. */
async function loadJournals(ctx: Context, briefs: JournalBrief[]): Promise<Journal[]> {
  const ids = briefs.map(({ id }) => id)
  const [rows, ranks] = await Promise.all([journals.findByIds(ctx.db, ids), journals.findRanks(ctx.db, ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ranksByJournal = Map.groupBy(ranks, ({ journal_id }) => journal_id)
  return briefs.flatMap((brief) => {
    const row = byId.get(brief.id)
    if (!row) return []
    const { title, title_zh, issn, eissn, publisher, country, homepage, year_counts } = row
    return {
      ...{ id: brief.id, title, title_zh, issn, eissn, publisher, country, homepage },
      subject_codes: brief.subjects,
      esi_subject: brief.esi,
      ranks: (ranksByJournal.get(brief.id) ?? []).map(toRank),
      paper_count: brief.paper_count,
      citation_mean: brief.citation_mean,
      year_counts: JSON.parse(year_counts),
    }
  })
}

function toRank({
  list,
  year,
  category,
  value,
  top,
}: Awaited<ReturnType<typeof journals.findRanks>>[number]) {
  return { list, year, category: category || null, value, top: top === 1 }
}
