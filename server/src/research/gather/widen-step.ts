import type { Language } from '../../language/question/question.ts'
import { partSubject, type ResearchQuestion, readResearchQuestion } from '../plan/read-question.ts'
import { standaloneSide } from '../plan/sides.ts'
import type { Research } from '../run/research.ts'
import { type RelaxedQuery, relaxQuery } from './relax-query.ts'
import { relevantEvidence } from './relevant.ts'
import type { ResearchStep, RetrievalResult } from './search-result.ts'
import { getTitleStatistics } from './title-statistics.ts'

/** Minimum number of relevant sources with which a step is not searched again. */
const MIN_SOURCES = 3

/**
 * Returns additional queries for a step of a template whose own queries, which require all their words, found next to
 * nothing: one subject of the question on its own, or else queries with fewer of the words, best first. The caller
 * stops at the first that finds enough. Returns none for the steps of a plan that was not made by a template, or when
 * the subject is too general to be searched on its own.
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
  if (hasEnoughSources(found, question.textWithNames)) return []
  const subject = chooseSubject(question, step.queries)
  if (subject !== '') {
    const canStandAlone = await isNarrowSubject(research, question, subject)
    return canStandAlone ? [{ words: subject, terms: [] }] : []
  }
  // Queries about named works are not relaxed.
  if (question.named) return []
  return relaxQuery(await getTitleStatistics(research), queryWithoutStepWords(step.queries, question.topic))
}

/** Returns whether the results contain at least `MIN_SOURCES` relevant sources. */
export function hasEnoughSources(found: RetrievalResult[], textWithNames: string): boolean {
  const relevant = found.flatMap((each) => relevantEvidence(each, textWithNames))
  return new Set(relevant.map(({ source_id }) => source_id)).size >= MIN_SOURCES
}

/**
 * Returns the part of a question that a step can be searched by on its own: the first subject of the works that the
 * question names by a reference or title, else its main subject or one side of its comparison; '' when there is none.
 */
function chooseSubject(question: ResearchQuestion, queries: readonly string[]): string {
  if (question.named) return standaloneSubject(question.named.subjects, queries)
  return leadingSubject(question, queries) || standaloneSide(question, queries)
}

/** Returns the query of a step without the words that the step adds. */
const queryWithoutStepWords = ([first = '', ...others]: string[], topic: string): string =>
  [first, ...others].includes(topic) ? topic : first

/** Maximum number of papers with a subject that is searched on its own; what more contain is a field: 大语言模型. */
const MAX_SUBJECT_PAPERS = 50
/** The same for a single word, which is more often general than a term is. */
const MAX_WORD_PAPERS = 12

/** Returns whether the library has papers on a subject, but not so many that it is a field. */
async function isNarrowSubject(
  { ctx }: Research,
  { named }: ResearchQuestion,
  subject: string,
): Promise<boolean> {
  const engine = await ctx.library.current()
  const { list: concepts } = await engine.concepts(subject)
  const papers = Math.min(...concepts.map((each) => each.papers))
  if (papers === 0) return false
  return named ? isSubjectTerm(subject, papers, concepts.length) : papers <= MAX_SUBJECT_PAPERS
}

/** Number of concepts from which on a combination is specific. */
const MIN_SPECIFIC_CONCEPTS = 3
/** Matches what has the form of a term rather than of a word: several words, or at least three Chinese characters. */
const TERM_FORM = /\S\s\S|\p{Script=Han}{3}/u
/** Matches a Chinese word of three characters, which may be as general as a shorter one. */
const SHORT_CHINESE_TERM = /^\p{Script=Han}{3}$/u

/**
 * Returns whether a subject of named works can be searched on its own. A single word has to be rare, because most are
 * too general: 大鼠, dark. A term may be frequent when it is specific by its form: it combines three or more concepts,
 * or the index knows it as one.
 *
 * @param papers number of papers with the rarest concept of the words.
 * @param concepts number of concepts in the words.
 */
function isSubjectTerm(words: string, papers: number, concepts: number): boolean {
  if (!TERM_FORM.test(words)) {
    // A short Latin name denotes several things, however rare it is: CMB.
    return papers <= MAX_WORD_PAPERS && /\p{Script=Han}/u.test(words)
  }
  const isKnownTerm = concepts === 1 && !SHORT_CHINESE_TERM.test(words)
  return papers <= MAX_SUBJECT_PAPERS || concepts >= MIN_SPECIFIC_CONCEPTS || isKnownTerm
}

/** Returns the first subject of named works when a step searched it only together with other words; else ''. */
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
  const isStepOfFirstPart = queries.length === 1 && queries[0] === subject
  if (!isStepOfFirstPart) return ''
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
