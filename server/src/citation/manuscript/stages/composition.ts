import type { ManuscriptCheckState, ManuscriptFinding } from '@scinav/contract'
import { type CheckedText, createFinding, entryNames, entryPlace, sentence } from '../check/check.ts'

/** Fewer entries of one journal say nothing. */
const MIN_JOURNAL_ENTRIES = 3

/** What a list is made of, in numbers. */
export type Counts = Omit<NonNullable<ManuscriptCheckState['balance']>, 'requirements'>

/** What counts of one entry. */
export interface EntryFacts {
  year: number | null
  journal: string | null
  isForeign: boolean
  isPreprint: boolean
  isOwn: boolean
}

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
  const own = indexesOf(({ isOwn }) => isOwn)
  const preprints = indexesOf(({ isPreprint }) => isPreprint)
  const found: Balance[] = [
    ...ageBalance(counts),
    {
      kind: 'language',
      message: `参考文献 ${total} 条，中文 ${total - counts.foreign} 条，外文 ${counts.foreign} 条（${percent(counts.foreign, total)}）`,
    },
    ...(own.length === 0
      ? []
      : [
          {
            kind: 'self_citation' as const,
            message: sentence`稿件署名的作者与 ${entryNames(text, own)} 的作者姓名相同，占 ${total} 条的 ${percent(own.length, total)}`,
            entries: own,
          },
        ]),
    ...(preprints.length === 0
      ? []
      : [
          {
            kind: 'preprints' as const,
            message: sentence`${entryNames(text, preprints)} 是预印本，占 ${total} 条的 ${percent(preprints.length, total)}`,
            entries: preprints,
          },
        ]),
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

function journalBalance(text: CheckedText, facts: readonly EntryFacts[], { journal }: Counts): Balance[] {
  if (!journal || journal.count < MIN_JOURNAL_ENTRIES) return []
  const same = facts.flatMap((each, at) => (each.journal === journal.name ? [at] : []))
  const known = facts.filter((each) => each.journal !== null).length
  return [
    {
      kind: 'one_journal',
      message: sentence`查到题录的 ${known} 条期刊文章里，${entryNames(text, same)} 出自同一刊「${journal.name}」，占 ${percent(same.length, known)}`,
      entries: same,
    },
  ]
}
