import type { Work } from '@scinav/contract'
import { inCorners, inTitleMarks } from '@scinav/contract/quoted'
import { authorKey, authorsOf, extractPhrases, sourceKey, termKey, textWithoutMarkup } from '@scinav/search'
import { disciplineName } from '../../library/dictionaries/index.ts'
import { interestQuery } from '../subscriptions/index.ts'

/** One reason to recommend papers: a search for them, a weight, and the text shown with each paper. */
export interface RecommendationSignal {
  query: string
  weight: number
  reason: string
  sort: 'date' | 'citations'
}

/** The preferences of a user; `saved` is false until the user has saved any. */
export interface StoredPreferences {
  subject_codes: string[]
  keywords: string[]
  journals: string[]
  authors: string[]
  saved: boolean
}

/** Maximum number of signals of each kind, such as followed authors. */
const MAX_SIGNALS_PER_KIND = 10
/** Weights of what users state in their preferences. */
const PREFERENCE_WEIGHTS = { author: 4, topic: 3, journal: 2, subject: 1 }
/** Weights of signals for users of whom little is known. */
const SUBJECT_CLASSICS_WEIGHT = 0.2
const LANDMARK_WEIGHT = 0.1

/**
 * Returns a signal for each stated preference: followed authors, keywords, journals and, once saved, disciplines.
 */
export function preferenceSignals({
  keywords,
  authors,
  journals,
  subject_codes,
  saved,
}: StoredPreferences): RecommendationSignal[] {
  const signals: RecommendationSignal[] = [
    ...authors.slice(0, MAX_SIGNALS_PER_KIND).map((value) => ({
      query: interestQuery({ kind: 'author', value }),
      weight: PREFERENCE_WEIGHTS.author,
      reason: `您关注的作者 ${value} 的文献`,
      sort: 'date' as const,
    })),
    ...keywords.slice(0, MAX_SIGNALS_PER_KIND).map((value) => ({
      query: interestQuery({ kind: 'topic', value }),
      weight: PREFERENCE_WEIGHTS.topic,
      reason: `与您关注的${inCorners(value)}相关`,
      sort: 'date' as const,
    })),
    ...journals.slice(0, MAX_SIGNALS_PER_KIND).map((value) => ({
      query: interestQuery({ kind: 'journal', value }),
      weight: PREFERENCE_WEIGHTS.journal,
      reason: `发表在您关注的${inTitleMarks(value)}`,
      sort: 'date' as const,
    })),
  ]
  return saved
    ? [...signals, ...subject_codes.slice(0, MAX_SIGNALS_PER_KIND).map(newInSubjectSignal)]
    : signals
}

/** Returns the signal for new papers of a discipline. */
function newInSubjectSignal(code: string): RecommendationSignal {
  const name = disciplineName(code) ?? code
  return {
    query: `SC=${code}`,
    weight: PREFERENCE_WEIGHTS.subject,
    reason: `您关注的学科：${name}`,
    sort: 'date',
  }
}

const HIGHLY_CITED_REASON = '被引较多的文献'

/**
 * Returns a reason that holds for this paper: one that calls papers highly cited names the number of citations, or
 * does not mention citations when none are known.
 */
export function reasonFor(reason: string, paper: { citation_count: number; cited_by_count: number }): string {
  if (!reason.endsWith(HIGHLY_CITED_REASON)) return reason
  const citations = Math.max(paper.citation_count, paper.cited_by_count)
  if (citations > 0) return `${reason}，被引 ${citations.toLocaleString('en')} 次`
  return reason.replace(/中?被引较多的文献$/, '收录的文献')
}

/** Returns the reason for a paper on a main topic of the library, with the number of papers on it. */
export const libraryTopicReason = (label: string, papers: number): string =>
  `关于${inCorners(label)}，本馆文献有 ${papers.toLocaleString('en')} 篇`

/** Returns signals for the most cited papers of each discipline. */
export function subjectSignals(subject_codes: string[]): RecommendationSignal[] {
  return subject_codes.slice(0, MAX_SIGNALS_PER_KIND).map((code) => ({
    query: `SC=${code}`,
    weight: SUBJECT_CLASSICS_WEIGHT,
    reason: `${disciplineName(code) ?? code}学科中${HIGHLY_CITED_REASON}`,
    sort: 'citations',
  }))
}

/** The signal for the most cited papers of the library, used when the library is too small to have topics. */
export const LANDMARK_SIGNAL: RecommendationSignal = {
  query: '',
  weight: LANDMARK_WEIGHT,
  reason: `本馆${HIGHLY_CITED_REASON}`,
  sort: 'citations',
}

/** A keyword, author or journal that several works have in common. */
interface Habit {
  label: string
  /** Number of works that have it. */
  count: number
  /** Title of the first work in the list that has the value. */
  title: string
}

/** Weight of a habit: `base`, and `per_work` for each work that has it, up to `max`. */
const HABIT_WEIGHTS = {
  topic: { base: 0.8, per_work: 0.4, max: 2.5 },
  author: { base: 0.8, per_work: 0.3, max: 2 },
  journal: { base: 0.8, per_work: 0, max: 0.8 },
}

const habitWeight = (kind: keyof typeof HABIT_WEIGHTS, works: number): number => {
  const { base, per_work, max } = HABIT_WEIGHTS[kind]
  return Math.min(max, base + per_work * works)
}

/** Fewer works of an author, or of a journal, are no habit. */
const MIN_AUTHOR_WORKS = 2
const MIN_JOURNAL_WORKS = 3
const MAX_JOURNALS = 3

/**
 * Returns signals for the topics, authors and most frequent journals that recently viewed or kept papers have in common.
 */
export function habitSignals(works: Work[], kind: 'viewed' | 'kept'): RecommendationSignal[] {
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

/** Shortens a title to 40 characters, ending at a whole word. */
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

/**
 * Returns the values that the works have, most frequent first; ties keep the order of the works.
 *
 * @param keyOf returns the key under which two spellings of a value are equal; '' for a value that does not count.
 */
function findHabits(
  works: Work[],
  valuesOf: (work: Work) => string[],
  keyOf: (text: string) => string,
): Habit[] {
  const habits = new Map<string, Habit>()
  // The map makes a value that a work repeats count once.
  for (const work of works)
    for (const [key, label] of new Map(valuesOf(work).map((value) => [keyOf(value), value]))) {
      if (key === '') continue
      const habit = habits.get(key)
      if (habit) habit.count += 1
      else habits.set(key, { label, count: 1, title: work.title })
    }
  return [...habits.values()].sort((a, b) => b.count - a.count)
}
