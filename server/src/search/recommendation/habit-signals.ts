import type { Work } from '@scinav/contract'
import { inCorners, inTitleMarks } from '@scinav/contract/quoted'
import { authorKey, authorsOf, extractPhrases, sourceKey, termKey, textWithoutMarkup } from '@scinav/search'
import { interestQuery } from '../subscriptions/index.ts'
import { findHabits } from './find-habits.ts'
import { MAX_SIGNALS_PER_KIND, type RecommendationSignal } from './recommendation-signal.ts'

/** Weight of a habit: `base`, and `per_work` for each work that has it, up to `max`. */
const HABIT_WEIGHTS = {
  topic: { base: 0.8, per_work: 0.4, max: 2.5 },
  author: { base: 0.8, per_work: 0.3, max: 2 },
  journal: { base: 0.8, per_work: 0, max: 0.8 },
}

/** Returns the weight of a habit that a number of works have in common. */
const habitWeight = (kind: keyof typeof HABIT_WEIGHTS, works: number): number => {
  const { base, per_work, max } = HABIT_WEIGHTS[kind]
  return Math.min(max, base + per_work * works)
}

/** Fewer works of an author are no habit. */
const MIN_AUTHOR_WORKS = 2
/** Fewer works of a journal are no habit. */
const MIN_JOURNAL_WORKS = 3
/** Maximum number of signals for journals, fewer than of other kinds: many journals publish on anything. */
const MAX_JOURNALS = 3

/**
 * Returns signals for the topics, authors and most frequent journals that recently viewed or kept papers have in common.
 */
export function habitSignals(works: Work[], kind: 'viewed' | 'kept'): RecommendationSignal[] {
  // `findHabits` returns the most frequent first.
  const topics = findHabits(
    works,
    (work) => (work.keywords.length > 0 ? work.keywords : extractPhrases(work.title)),
    termKey,
  )
  const people = findHabits(works, (work) => authorsOf(work).map(({ name }) => name), authorKey)
  const journals = findHabits(
    works,
    ({ basic_sourcename }) => (basic_sourcename ? [basic_sourcename] : []),
    sourceKey,
  )
  const often = kind === 'viewed' ? '您常看的' : '您常收藏的'
  return [
    ...topics.slice(0, MAX_SIGNALS_PER_KIND).map(
      ({ label, count, title }): RecommendationSignal => ({
        query: `"${label.replaceAll('"', ' ')}"`,
        weight: habitWeight('topic', count),
        reason: topicReason(kind, label, count, title),
        sort: 'date',
      }),
    ),
    ...people
      .filter(({ count }) => count >= MIN_AUTHOR_WORKS)
      .slice(0, MAX_SIGNALS_PER_KIND)
      .map(
        ({ label, count }): RecommendationSignal => ({
          query: interestQuery({ kind: 'author', value: label }),
          weight: habitWeight('author', count),
          reason: `${often}作者 ${label} 的文献`,
          sort: 'date',
        }),
      ),
    ...journals
      .filter(({ count }) => count >= MIN_JOURNAL_WORKS)
      .slice(0, MAX_JOURNALS)
      .map(
        ({ label, count }): RecommendationSignal => ({
          query: interestQuery({ kind: 'journal', value: label }),
          weight: habitWeight('journal', count),
          reason: `发表在${often}${inTitleMarks(label)}`,
          sort: 'date',
        }),
      ),
  ]
}

/** From this number of works on, the reason for a topic gives their number. */
const MIN_COUNTED_WORKS = 3

/**
 * Returns the reason for papers on a topic: the number of works with it, or the title of the first if there are few.
 */
function topicReason(kind: 'viewed' | 'kept', label: string, count: number, title: string): string {
  const did = kind === 'viewed' ? '看过' : '收藏'
  if (count >= MIN_COUNTED_WORKS) return `与您${did}的 ${count} 篇文献一样关于${inCorners(label)}`
  return `与您${did}的${inTitleMarks(shortenTitle(textWithoutMarkup(title)))}一样关于${inCorners(label)}`
}

/** Maximum length of a title in a reason, in characters. */
const MAX_TITLE_CHARS = 40

/**
 * Shortens a title to at most `MAX_TITLE_CHARS` characters, at the end of a word where there is one, and adds
 * an ellipsis.
 */
function shortenTitle(title: string): string {
  const characters = [...title]
  if (characters.length <= MAX_TITLE_CHARS) return title
  const cut = characters.slice(0, MAX_TITLE_CHARS)
  const isWithinWord = [cut.at(-1), characters[MAX_TITLE_CHARS]].every((each) =>
    /[\p{L}\p{N}]/u.test(each ?? ''),
  )
  // A word ends at a space; Chinese characters are words of their own. 0 when the whole title is one word.
  const end = isWithinWord ? cut.findLastIndex((each) => /[\s\p{Script=Han}]/u.test(each)) + 1 : cut.length
  return `${cut
    .slice(0, end || cut.length)
    .join('')
    .trimEnd()}…`
}
