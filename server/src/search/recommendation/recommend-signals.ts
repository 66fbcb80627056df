import type { Work } from '@scinav/contract'
import { inCorners, inTitleMarks } from '@scinav/contract/quoted'
import { authorKey, authorsOf, phrasesOf, plainText, sourceKey, termKey } from '@scinav/search'
import { disciplineName } from '../../library/dictionaries/index.ts'
import { queryOf } from '../subscriptions/index.ts'

/** One reason to recommend papers: a search for them, and what is said of each. */
export interface Signal {
  query: string
  weight: number
  reason: string
  sort: 'date' | 'citations'
}

export interface Preferences {
  subject_codes: string[]
  keywords: string[]
  journals: string[]
  authors: string[]
  saved: boolean
}

const OF_EACH = 10

/** What somebody said they care for. */
export function preferenceSignals({
  keywords,
  authors,
  journals,
  subject_codes,
  saved,
}: Preferences): Signal[] {
  const signals: Signal[] = [
    ...authors.slice(0, OF_EACH).map((value) => ({
      query: queryOf({ kind: 'author', value }),
      weight: 4,
      reason: `您关注的作者 ${value} 的文献`,
      sort: 'date' as const,
    })),
    ...keywords.slice(0, OF_EACH).map((value) => ({
      query: queryOf({ kind: 'topic', value }),
      weight: 3,
      reason: `与您关注的${inCorners(value)}相关`,
      sort: 'date' as const,
    })),
    ...journals.slice(0, OF_EACH).map((value) => ({
      query: queryOf({ kind: 'journal', value }),
      weight: 2,
      reason: `发表在您关注的${inTitleMarks(value)}`,
      sort: 'date' as const,
    })),
  ]
  return saved ? [...signals, ...subject_codes.slice(0, OF_EACH).map(newInSubject)] : signals
}

function newInSubject(code: string): Signal {
  const name = disciplineName(code) ?? code
  return { query: `SC=${code}`, weight: 1, reason: `您关注的学科：${name}`, sort: 'date' }
}

const MUCH_CITED = '被引较多的文献'

/** A reason that is true of this paper: where nobody is known to cite it, citations are none. */
export function reasonFor(reason: string, paper: { citation_count: number; cited_by_count: number }): string {
  if (!reason.endsWith(MUCH_CITED)) return reason
  const citations = Math.max(paper.citation_count, paper.cited_by_count)
  if (citations > 0) return `${reason}，被引 ${citations.toLocaleString('en')} 次`
  return reason.replace(/中?被引较多的文献$/, '收录的文献')
}

/** Why a paper on one of the library's main topics is shown, of which it has so many. */
export const topicOfLibrary = (label: string, papers: number): string =>
  `关于${inCorners(label)}，本馆文献有 ${papers.toLocaleString('en')} 篇`

/** What everybody of a discipline reads. */
export function subjectSignals(subject_codes: string[]): Signal[] {
  return subject_codes.slice(0, OF_EACH).map((code) => ({
    query: `SC=${code}`,
    weight: 0.2,
    reason: `${disciplineName(code) ?? code}学科中${MUCH_CITED}`,
    sort: 'citations',
  }))
}

/** What everybody of the library reads, where it is too small to be about something. */
export const LANDMARKS: Signal = {
  query: '',
  weight: 0.1,
  reason: `本馆${MUCH_CITED}`,
  sort: 'citations',
}

interface Habit {
  label: string
  count: number
  /** The paper it was met in last. */
  title: string
}

/** What papers that somebody read or kept have in common. */
export function habitSignals(works: Work[], kind: 'viewed' | 'kept'): Signal[] {
  const topics = habits(
    works,
    (work) => (work.keywords.length > 0 ? work.keywords : phrasesOf(work.title)),
    termKey,
  )
  const people = habits(works, (work) => authorsOf(work).map(({ name }) => name), authorKey)
  const journals = habits(
    works,
    ({ basic_sourcename }) => (basic_sourcename ? [basic_sourcename] : []),
    sourceKey,
  )
  const often = kind === 'viewed' ? '您常看的' : '您常收藏的'
  return [
    ...topics.slice(0, OF_EACH).map(
      ({ label, count, title }): Signal => ({
        query: `"${label.replaceAll('"', ' ')}"`,
        weight: Math.min(2.5, 0.8 + 0.4 * count),
        reason: topicReason(kind, label, count, title),
        sort: 'date',
      }),
    ),
    ...people
      .filter(({ count }) => count > 1)
      .slice(0, OF_EACH)
      .map(
        ({ label, count }): Signal => ({
          query: queryOf({ kind: 'author', value: label }),
          weight: Math.min(2, 0.8 + 0.3 * count),
          reason: `${often}作者 ${label} 的文献`,
          sort: 'date',
        }),
      ),
    ...journals
      .filter(({ count }) => count > 2)
      .slice(0, 3)
      .map(
        ({ label }): Signal => ({
          query: queryOf({ kind: 'journal', value: label }),
          weight: 0.8,
          reason: `发表在${often}${inTitleMarks(label)}`,
          sort: 'date',
        }),
      ),
  ]
}

function topicReason(kind: 'viewed' | 'kept', label: string, count: number, title: string): string {
  const did = kind === 'viewed' ? '看过' : '收藏'
  if (count > 2) return `与您${did}的 ${count} 篇文献一样关于${inCorners(label)}`
  return `与您${did}的${inTitleMarks(shortened(plainText(title)))}一样关于${inCorners(label)}`
}

const LONGEST_TITLE = 40

/** A long title up to its last whole word. */
function shortened(title: string): string {
  const signs = [...title]
  if (signs.length <= LONGEST_TITLE) return title
  const cut = signs.slice(0, LONGEST_TITLE)
  const isWithinWord = [cut.at(-1), signs[LONGEST_TITLE]].every((sign) => /[\p{L}\p{N}]/u.test(sign ?? ''))
  const end = isWithinWord ? cut.findLastIndex((sign) => /[\s\p{Script=Han}]/u.test(sign)) + 1 : cut.length
  return `${cut
    .slice(0, end || cut.length)
    .join('')
    .trimEnd()}…`
}

/** What the works have, most frequent first; of equals what was met last. */
function habits(works: Work[], read: (work: Work) => string[], key: (text: string) => string): Habit[] {
  const found = new Map<string, Habit>()
  for (const work of works)
    for (const [each, label] of new Map(read(work).map((label) => [key(label), label]))) {
      if (each === '') continue
      const known = found.get(each)
      if (known) known.count += 1
      else found.set(each, { label, count: 1, title: work.title })
    }
  return [...found.values()].sort((a, b) => b.count - a.count)
}
