import type { Work } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { phrasePattern } from '../language/phrases.ts'
import { quotableText } from '../language/text/clean.ts'
import { lookUpWorks, standingStatus } from '../library/retractions/index.ts'
import { titleKey } from '../library/works/index.ts'
import type { Context } from '../platform/context/context.ts'
import { type Evidence, filterRelevant } from './evidence/evidence.ts'

/** A question about retractions themselves. */
const ABOUT_RETRACTION = phrasePattern('papers/retraction')
/** The least length of a title, as letters and digits, by which a question names a work. */
const MIN_NAMING_CHARS = 10
const MAX_QUESTION_CHARS = 1_000
/** The most works that a note names. */
const MAX_NAMED_WORKS = 3

/**
 * Returns evidence with the notices that stand about its works, and with the resulting status in their records;
 * passages of one work keep sharing its record.
 */
async function withStanding(ctx: Pick<Context, 'db'>, evidence: readonly Evidence[]): Promise<Evidence[]> {
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

/** Returns whether a question names a work by its title or DOI. */
function namesWork(question: string, { title, title_zh, doi }: Work): boolean {
  const written = titleKey(question)
  const keys = [title, title_zh ?? ''].map(titleKey).filter((key) => key.length >= MIN_NAMING_CHARS)
  return keys.some((key) => written.includes(key)) || (doi !== null && question.toLowerCase().includes(doi))
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
  const evidence = await withStanding(ctx, ranked)
  if (!evidence.some(isRetracted)) return { evidence, notes: [] }
  const read = question.slice(0, MAX_QUESTION_CHARS)
  const usesAll = chosen || ABOUT_RETRACTION.test(read)
  const isUsed = ({ work }: Evidence) => usesAll || namesWork(read, work)
  // Works that would not have answered need no mention.
  const relevant = filterRelevant(evidence, 'quotes', scoped).filter(isRetracted)
  const [cited, omitted] = [relevant.filter(isUsed), relevant.filter((each) => !isUsed(each))]
  return {
    evidence: evidence.filter((each) => !isRetracted(each) || isUsed(each)),
    notes: [
      ...(cited.length > 0 ? [`依据里有已撤稿的文献：${nameWorks(cited)}，引用前请核对撤稿声明`] : []),
      ...(omitted.length > 0 ? [`没有用已撤稿的文献作依据：${nameWorks(omitted)}`] : []),
    ],
  }
}

const isRetracted = ({ work }: Evidence): boolean => work.status === 'retracted'
