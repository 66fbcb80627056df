import type { Work } from '@scinav/contract'
import { normalizeDoi } from '@scinav/contract/doi'
import { inCorners } from '@scinav/contract/quoted'
import { phrasePattern } from '../language/phrases.ts'
import { quotableText } from '../language/text/clean.ts'
import { lookUpWorks, standingStatus } from '../library/retractions/index.ts'
import { titleKey } from '../library/works/index.ts'
import type { Context } from '../platform/context/context.ts'
import type { Evidence } from './evidence/evidence.ts'
import { filterRelevant } from './evidence/relevance.ts'

/** A question about retractions themselves. */
const ABOUT_RETRACTION = phrasePattern('papers/retraction')
/** A title in marks; without them a question may have the words of a title and mean its subject. */
const MARKED_TITLE = /[《“"]([^《》“”"]{4,300})[》”"]/g
/** Bounds the part of a question that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000
/** The most works that a note names. */
const MAX_NAMED_WORKS = 3

/**
 * Returns evidence with the notices that stand about its works, and with the resulting status in their records;
 * passages of one work keep sharing its record.
 */
async function withNotices(ctx: Pick<Context, 'db'>, evidence: readonly Evidence[]): Promise<Evidence[]> {
  const works = [...new Set(evidence.map(({ work }) => work))]
  const notices = await lookUpWorks(ctx, works)
  const standing = new Map(
    works.map((work, at) => {
      const notice = notices[at] ?? null
      const status = standingStatus(work.status, notice)
      return [work, { notice, work: status === work.status ? work : { ...work, status } }]
    }),
  )
  return evidence.map((each) => ({ ...each, ...standing.get(each.work) }))
}

/** Returns a function that tells whether a question names a work, by its title in marks or its DOI. */
function createNameMatcher(question: string): (work: Work) => boolean {
  const titles = new Set(Array.from(question.matchAll(MARKED_TITLE), ([, title]) => titleKey(title ?? '')))
  const doi = normalizeDoi(question)
  return (work) =>
    [work.title, work.title_zh ?? ''].some((title) => titles.has(titleKey(title))) ||
    (doi !== null && doi === work.doi)
}

/** Names the works of evidence with the dates of their retractions: 「甲」（2024-03-04 撤稿）、「乙」等 5 篇. */
function nameWorks(evidence: readonly Evidence[]): string {
  const works = [...new Map(evidence.map((each) => [each.work, each])).values()]
  const named = works.slice(0, MAX_NAMED_WORKS).map(({ work, notice }) => {
    const date = notice?.date ? `（${notice.date} 撤稿）` : ''
    return `${inCorners(quotableText(work.title))}${date}`
  })
  return named.join('、') + (works.length > MAX_NAMED_WORKS ? `等 ${works.length} 篇` : '')
}

/** What decides whether retracted works may be used. */
interface RetractionScope {
  question: string
  /** Whether a person chose single papers or files, so that the question is about them. */
  chosen: boolean
  /** Whether the sources count as being about the question, as for `filterRelevant`. */
  scoped: boolean
}

/**
 * Leaves out evidence from retracted works, unless the question is about retractions or about these works. Notes for
 * the reader say which works were left out, or used although they are retracted.
 */
export async function withoutRetracted(
  ctx: Pick<Context, 'db'>,
  ranked: readonly Evidence[],
  { question, chosen, scoped }: RetractionScope,
): Promise<{ evidence: Evidence[]; notes: string[] }> {
  const evidence = await withNotices(ctx, ranked)
  if (!evidence.some(isRetracted)) return { evidence, notes: [] }
  const beginning = question.slice(0, MAX_QUESTION_CHARS)
  const usesAll = chosen || ABOUT_RETRACTION.test(beginning)
  const isNamed = createNameMatcher(beginning)
  const isUsed = ({ work }: Evidence) => usesAll || isNamed(work)
  // Works that would have been of no use need no mention.
  const relevant = filterRelevant(evidence, 'model', scoped).filter(isRetracted)
  const cited = relevant.filter(isUsed)
  const omitted = relevant.filter((each) => !isUsed(each))
  return {
    evidence: evidence.filter((each) => !isRetracted(each) || isUsed(each)),
    notes: [
      ...(cited.length > 0 ? [`依据里有已撤稿的文献：${nameWorks(cited)}，引用前请核对撤稿声明`] : []),
      ...(omitted.length > 0 ? [`没有用已撤稿的文献作依据：${nameWorks(omitted)}`] : []),
    ],
  }
}

const isRetracted = ({ work }: Evidence): boolean => work.status === 'retracted'
