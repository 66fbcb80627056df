import type { ManuscriptCheckState, ManuscriptFinding } from '@scinav/contract'
import { type CheckedText, createFinding, entryNames, entryPlace, sentence } from '../check/check.ts'

/** Fewer entries of one journal say nothing. */
const MIN_JOURNAL_ENTRIES = 3

/** What a list is made of, in numbers. */
export type Counts = Omit<NonNullable<ManuscriptCheckState['balance']>, 'requirements'>

/** What counts of one entry. */
export interface EntryFacts {
  /** Null when it cannot be read. */
  year: number | null
  /** The name of the journal; null for other works and without a record. */
  journal: string | null
  /** Whether it has no Chinese character. */
  isForeign: boolean
  isPreprint: boolean
  /** Whether an author of the manuscript is among its authors. */
  isOwn: boolean
}

/** A finding about the whole list, and the entries that it is about. */
type Balance = Pick<ManuscriptFinding, 'kind' | 'message'> & { entries?: readonly number[] }

/** Returns what a list is made of, as information: ages, languages, own works, preprints, the journal cited most. */
export function compositionFindings(
  text: CheckedText,
  facts: readonly EntryFacts[],
  counts: Counts,
): ManuscriptFinding[] {
  const total = facts.length
  if (total === 0) return []
  const indexesOf = (test: (each: EntryFacts) => boolean) =>
    facts.flatMap((each, at) => (test(each) ? [at] : []))
  const found: Balance[] = [
    ...ageBalance(counts),
    {
      kind: 'language',
      message: `参考文献 ${total} 条，中文 ${total - counts.foreign} 条，外文 ${counts.foreign} 条（${percent(counts.foreign, total)}）`,
    },
    ...selfCitationBalance(
      text,
      indexesOf(({ isOwn }) => isOwn),
      total,
    ),
    ...preprintBalance(
      text,
      indexesOf(({ isPreprint }) => isPreprint),
      total,
    ),
    ...journalBalance(text, facts, counts),
  ]
  return found.map(({ entries = [], ...body }) =>
    createFinding('', {
      ...body,
      severity: 'info',
      places: entries.map((entry) => entryPlace(text, entry)),
      others: [...entries],
    }),
  )
}

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`

function selfCitationBalance(text: CheckedText, entries: readonly number[], total: number): Balance[] {
  if (entries.length === 0) return []
  const share = percent(entries.length, total)
  const message = sentence`稿件署名的作者与 ${entryNames(text, entries)} 的作者姓名相同，占 ${total} 条的 ${share}`
  return [{ kind: 'self_citation', message, entries }]
}

function preprintBalance(text: CheckedText, entries: readonly number[], total: number): Balance[] {
  if (entries.length === 0) return []
  const message = sentence`${entryNames(text, entries)} 是预印本，占 ${total} 条的 ${percent(entries.length, total)}`
  return [{ kind: 'preprints', message, entries }]
}

/** Returns the ages of the entries; nothing when no year can be read. */
function ageBalance({ ages, years, entries }: Counts): Balance[] {
  const [oldest, newest] = [years[0], years.at(-1)]
  if (!oldest || !newest) return []
  return [
    {
      kind: 'age',
      message: `${entries} 条里有 ${ages.known} 条读出年份，从 ${oldest.year} 到 ${newest.year} 年；近 ${ages.recent_years} 年的 ${ages.recent} 条，占 ${percent(ages.recent, ages.known)}`,
    },
  ]
}

/** Returns the journal that is cited most; nothing when it is cited seldom. */
function journalBalance(text: CheckedText, facts: readonly EntryFacts[], { journal }: Counts): Balance[] {
  if (!journal || journal.count < MIN_JOURNAL_ENTRIES) return []
  const entries = facts.flatMap((each, at) => (each.journal === journal.name ? [at] : []))
  const articles = facts.filter((each) => each.journal !== null).length
  return [
    {
      kind: 'one_journal',
      message: sentence`查到题录的 ${articles} 条期刊文章里，${entryNames(text, entries)} 出自同一刊「${journal.name}」，占 ${percent(entries.length, articles)}`,
      entries,
    },
  ]
}
