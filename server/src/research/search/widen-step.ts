import { leadingSubject } from '../plan/leading-subject.ts'
import { readResearchQuestion } from '../plan/read-question.ts'
import { standaloneSide } from '../plan/sides.ts'
import type { Research } from '../research/research.ts'
import { type RelaxedQuery, relaxQuery } from './relax-query.ts'
import { relevantEvidence } from './relevant.ts'
import type { ResearchStep, RetrievalResult } from './search-result.ts'
import { getTitleStatistics } from './title-statistics.ts'

/** So few sources, and a step says next to nothing. */
const MIN_SOURCES = 3
/** What more papers speak of is a field, and no subject of a question: 大语言模型. */
const MAX_PAPERS = 50

/**
 * What a step of a template is looked up by besides, where its own searches, which want all that its part says, found next
 * to nothing: what the question is about before all else, the side of a comparison without what it is compared for, or fewer
 * of its words. The first of them that finds enough is all that is wanted.
 */
export async function widenStep(
  research: Research,
  step: ResearchStep,
  found: RetrievalResult[],
): Promise<RelaxedQuery[]> {
  const { ctx, state } = research
  const { plans, accepted_version } = state()
  const plan = plans.find(({ version }) => version === accepted_version)
  if (plan?.made_by !== 'template') return []
  const asked = await readResearchQuestion(ctx, state())
  if (hasEnoughSources(found, asked.spelled)) return []
  const engine = await ctx.library.current()
  const words = asked.named
    ? standaloneSubject(asked.named.subjects, step.queries)
    : leadingSubject(asked, step.queries) || standaloneSide(asked, step.queries)
  if (words === '')
    return asked.named
      ? []
      : relaxQuery(await getTitleStatistics(research), wholeQuery(step.queries, asked.topic))
  const { list } = await engine.concepts(words)
  const papers = Math.min(...list.map((each) => each.papers))
  const isNarrow = asked.named ? isSubjectTerm(words, papers, list.length) : papers <= MAX_PAPERS
  return papers > 0 && isNarrow ? [{ words, terms: [] }] : []
}

/** Whether what searches found is more than next to nothing. */
export function hasEnoughSources(found: RetrievalResult[], spelled: string): boolean {
  const relevant = found.flatMap((each) => relevantEvidence(each, spelled))
  return new Set(relevant.map(({ source_id }) => source_id)).size >= MIN_SOURCES
}

/** What a step looks up without what it adds to it. */
const wholeQuery = ([first = '', ...others]: string[], topic: string): string =>
  [first, ...others].includes(topic) ? topic : first

/** So few papers speak of a subject, whatever word it is. */
const MAX_WORD_PAPERS = 12

/** What works are about is a subject by itself where it is a term; a word is more than they are about: 大鼠, dark. */
const isSubjectTerm = (words: string, papers: number, concepts: number): boolean => {
  const isWord = !/\S\s\S|\p{Script=Han}{3}/u.test(words)
  // A short name of Latin letters stands for several things: CMB.
  if (isWord) return papers <= MAX_WORD_PAPERS && /\p{Script=Han}/u.test(words)
  return papers <= MAX_PAPERS || concepts > 2 || (concepts === 1 && !/^\p{Script=Han}{3}$/u.test(words))
}

/** What named works are about, where a step looked it up only with what is asked of it. */
const standaloneSubject = ([first = '']: string[], queries: readonly string[]): string =>
  queries.some((each) => each.startsWith(`${first} `)) && !queries.includes(first) ? first : ''
