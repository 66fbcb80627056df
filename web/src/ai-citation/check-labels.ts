import { describeDifference } from '@scinav/contract'
import { warnings } from '../paper/warnings.ts'
import { toCsv } from '../ui/csv.ts'
import { formatCount } from '../ui/figures.ts'
import type { CheckedEntry, CheckedReference } from './check.state.ts'

/** The result of an entry for its reader; `doubtful`: a harmless reason may explain all that differs. */
export type Outcome = CheckedReference['status'] | 'doubtful'

/** The labels of the results of entries, in the order of the summary. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  found: '已找到',
  differs: '有出入',
  doubtful: '待对照',
  missing: '未找到',
  unanswered: '检索来源未答复',
  unread: '未能核对',
}

/** Returns the result of an entry for its reader. */
export const outcomeOf = (checked: CheckedReference): Outcome =>
  checked.status === 'differs' && !isContradictory(checked) && areAllInDoubt(checked.fields)
    ? 'doubtful'
    : checked.status

/** Returns whether there are differences and a harmless reason may explain each of them. */
const areAllInDoubt = (fields: CheckedReference['fields']): boolean =>
  fields.length > 0 && fields.every(({ doubt }) => doubt)

/** Counts the entries by outcome. */
export function countByOutcome(entries: readonly CheckedEntry[]): Record<Outcome, number> {
  const counts = { found: 0, differs: 0, doubtful: 0, missing: 0, unanswered: 0, unread: 0 }
  for (const { checked } of entries) if (checked) counts[outcomeOf(checked)] += 1
  return counts
}

/**
 * Finds papers that occur in several entries: maps the index of each later entry to the index of the first one. Entries
 * whose identifier belongs to another work are left out: which of the two they cite is not known.
 */
export function findRepeats(entries: readonly CheckedEntry[]): Map<number, number> {
  const firstIndex = new Map<string, number>()
  const repeats = new Map<number, number>()
  for (const [index, { checked }] of entries.entries()) {
    const id = checked?.paper?.id ?? checked?.outside?.key
    if (!checked || !id || isContradictory(checked)) continue
    const first = firstIndex.get(id)
    if (first === undefined) firstIndex.set(id, index)
    else repeats.set(index, first)
  }
  return repeats
}

/** Whether the identifier of an entry belongs to another work than the rest of it. */
const isContradictory = ({ other, outside_other }: CheckedReference): boolean =>
  Boolean(other ?? outside_other)

/** Returns the warning on the work of an entry, such as its retraction; undefined without one. */
export const warningOf = ({ paper, outside }: CheckedReference): string | undefined =>
  warnings[(paper ?? outside)?.status ?? 'normal']

/** Whether an entry needs attention; a repetition of an earlier entry does. */
export const needsReview = ({ checked }: CheckedEntry, isRepeated: boolean): boolean =>
  checked !== undefined && (checked.status !== 'found' || isRepeated || warningOf(checked) !== undefined)

/**
 * Formats the sources an entry was looked up in, in order: 「本馆文献 674 篇、Crossref」.
 *
 * @param papers the number of papers in the library, where it is known
 * @param nameOf the name of an outside engine, by its id
 */
export const searchedSourcesText = (
  { asked }: CheckedReference,
  papers: number | undefined,
  nameOf: (id: string) => string,
): string =>
  asked
    .map((id) =>
      id === 'local' ? `本馆文献${papers === undefined ? '' : ` ${formatCount(papers)} 篇`}` : nameOf(id),
    )
    .join('、')

/** The headings of the exported table. */
const HEADINGS = ['序号', '参考文献', '结果', '查到的文献', '出入', '提示', '查过的地方']

/** Formats the result as CSV, one line per entry. The parameters are those of `searchedSourcesText`. */
export function resultTable(
  entries: readonly CheckedEntry[],
  papers: number | undefined,
  nameOf: (id: string) => string,
): string {
  const repeats = findRepeats(entries)
  const rows = entries.map(({ text, checked }, at) => {
    const start = [String(at + 1), text]
    if (!checked) return [...start, '等待核对', '', '', '', '']
    const title = (checked.paper ?? checked.outside)?.title ?? ''
    const about = [
      outcomeNames[outcomeOf(checked)],
      title,
      differencesText(checked),
      hintsText(checked, repeats.get(at)),
    ]
    return [...start, ...about, searchedSourcesText(checked, papers, nameOf)]
  })
  return toCsv([HEADINGS, ...rows])
}

/** Returns the differences of an entry as a cell of the table. */
const differencesText = ({ fields }: CheckedReference): string =>
  fields
    .map(describeDifference)
    .map(({ name, given, found, doubt }) =>
      doubt === null
        ? `${name}：${given} → ${found}`
        : `${name}：写的是「${given}」，题录是「${found}」（${doubt}）`,
    )
    .join('；')

/**
 * Returns the hints about an entry as a cell of the table; `repeat` is the index of the equal entry before it, if
 * any.
 */
const hintsText = (checked: CheckedReference, repeat: number | undefined): string =>
  [
    (checked.other ?? checked.outside_other) ? '标识符指向另一篇文献' : '',
    warningOf(checked),
    repeat === undefined ? '' : `与第 ${repeat + 1} 条是同一篇文献`,
  ]
    .filter(Boolean)
    .join('；')
