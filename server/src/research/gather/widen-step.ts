import type { Language } from '../../language/question/question.ts'
import { partSubject, type ResearchQuestion, readResearchQuestion } from '../plan/read-question.ts'
import { standaloneSide } from '../plan/sides.ts'
import type { Research } from '../run/research.ts'
import { type RelaxedQuery, relaxQuery } from './relax-query.ts'
import { relevantEvidence } from './relevant.ts'
import type { ResearchStep, RetrievalResult } from './search-result.ts'
import { getTitleStatistics } from './title-statistics.ts'

/** Minimum number of relevant sources of a step. */
const MIN_SOURCES = 3
/** Maximum number of papers of a subject; a term in more papers is a field: 大语言模型. */
const MAX_PAPERS = 50

/**
 * Returns additional queries for a step of a template whose own queries, which require all their words, found next to
 * nothing: the main subject of the question, a side of a comparison on its own, or fewer of its words. The caller stops
 * at the first that finds enough.
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
  const question = await readResearchQuestion(ctx, state())
  const { named, topic, textWithNames } = question
  if (hasEnoughSources(found, textWithNames)) return []
  const words = named
    ? standaloneSubject(named.subjects, step.queries)
    : leadingSubject(question, step.queries) || standaloneSide(question, step.queries)
  if (words === '' && named) return []
  if (words === '')
    return relaxQuery(await getTitleStatistics(research), queryWithoutStepWords(step.queries, topic))
  const engine = await ctx.library.current()
  const { list: concepts } = await engine.concepts(words)
  const papers = Math.min(...concepts.map((each) => each.papers))
  const isNarrow = named ? isSubjectTerm(words, papers, concepts.length) : papers <= MAX_PAPERS
  return papers > 0 && isNarrow ? [{ words, terms: [] }] : []
}

/** Returns whether the results contain at least three relevant sources. */
export function hasEnoughSources(found: RetrievalResult[], textWithNames: string): boolean {
  const relevant = found.flatMap((each) => relevantEvidence(each, textWithNames))
  return new Set(relevant.map(({ source_id }) => source_id)).size >= MIN_SOURCES
}

/** Returns the query of a step without the words that the step adds. */
const queryWithoutStepWords = ([first = '', ...others]: string[], topic: string): string =>
  [first, ...others].includes(topic) ? topic : first

/** Maximum number of papers of a single word that is a subject. */
const MAX_WORD_PAPERS = 12

/**
 * Returns whether a subject of named works can be searched alone: a term can, a word is too general: 大鼠, dark.
 *
 * @param papers number of papers with the rarest concept of the words.
 * @param concepts number of concepts in the words.
 */
function isSubjectTerm(words: string, papers: number, concepts: number): boolean {
  const isWord = !/\S\s\S|\p{Script=Han}{3}/u.test(words)
  // A short Latin name denotes several things: CMB.
  if (isWord) return papers <= MAX_WORD_PAPERS && /\p{Script=Han}/u.test(words)
  return papers <= MAX_PAPERS || concepts > 2 || (concepts === 1 && !/^\p{Script=Han}{3}$/u.test(words))
}

/** Returns the first subject of named works when a step searched it only together with the question; else ''. */
const standaloneSubject = ([first = '']: string[], queries: readonly string[]): string =>
  queries.some((each) => each.startsWith(`${first} `)) && !queries.includes(first) ? first : ''

/** Minimum length of a Chinese name; shorter words are too general: 水稻, 方法. */
const MIN_NAME_CHARS = 3
/** Maximum number of English words of a name. */
const MAX_NAME_WORDS = 3

/**
 * Returns the main subject of a question that asks several things: 青蒿素, "public-key cryptography"; '' when it is no
 * shorter than the query. The step of the first part requires all words of its query and falls back to this subject
 * when it finds next to nothing. The other parts ask something about the subject, which not every source on it answers.
 */
export function leadingSubject(
  { parts, language }: Pick<ResearchQuestion, 'parts' | 'language'>,
  queries: readonly string[],
): string {
  const [first = ''] = parts
  if (parts.length < 2) return ''
  const subject = partSubject(first)
  if (queries.length !== 1 || queries[0] !== subject) return ''
  const words = subject.split(' ')
  const count = NAME_LENGTHS[language](words, first.toLowerCase())
  return count >= words.length ? '' : words.slice(0, count).join(' ')
}

/** Functions that return how many words form the name at the beginning of a subject; infinity when they are no name. */
const NAME_LENGTHS: Record<Language, (words: string[], text: string) => number> = {
  zh: (words) => {
    let count = 1
    while (words.slice(0, count).join('').length < MIN_NAME_CHARS && count < words.length) count += 1
    return count
  },
  // Adjacent words form one name; a single plain word does not name a subject.
  en: (words, text) => {
    const isAdjacent = (count: number) => text.includes(words.slice(0, count).join(' ').toLowerCase())
    let count = 1
    while (count < MAX_NAME_WORDS && isAdjacent(count + 1)) count += 1
    return count === 1 && !/[-\p{Lu}\d]/u.test(words[0] ?? '') ? Number.POSITIVE_INFINITY : count
  },
}
