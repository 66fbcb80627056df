import type { Question } from '../../language/question/question.ts'
import type { AnswerCriteria, Evidence } from '../../retrieval/index.ts'
import { answerFeatures } from './answer-features.ts'
import { answerLabel, answerProbability } from './answer-scorer.ts'
import { type FormattedQuotes, formatQuotes } from './format-quotes.ts'
import { pickSentences } from './pick-sentences.ts'
import type { SentenceCandidate as Sentence } from './sentence-candidates.ts'

/** An answer made of quotes. */
export interface ExtractiveAnswer extends FormattedQuotes {
  /** Whether the quotes answer the question; otherwise they are only related to it. */
  answered: boolean
}

/** Maximum number of papers that are quoted as related. */
const MAX_RELATED_PAPERS = 3
/** The most sentences quoted from the first related paper; the others get one each. */
const MAX_SENTENCES_OF_FIRST = 2

/** Returns the first sentences of the first papers. */
function selectRelated(picks: Sentence[]): Sentence[] {
  const papers = [...Map.groupBy(picks, ({ evidence }) => evidence.source_id).values()]
  return papers
    .slice(0, MAX_RELATED_PAPERS)
    .flatMap((sentences, at) => sentences.slice(0, at === 0 ? MAX_SENTENCES_OF_FIRST : 1))
}

/**
 * Returns the sentences of papers near by meaning, alternating with papers found by words, the nearest first.
 */
function nearestFirst(evidence: Evidence[], criteria: AnswerCriteria, picks: Sentence[]): Sentence[] {
  const nearest = evidence
    .filter(hasNearRank)
    .toSorted((one, other) => (one.near_rank ?? 0) - (other.near_rank ?? 0))
  const foundByWords = picks.flatMap((pick) => (hasNearRank(pick.evidence) ? [] : pick.evidence))
  const nearIds = sourceIds(nearest)
  const wordIds = sourceIds(foundByWords)
  const alternating = nearIds.flatMap((id, at) => [id, ...wordIds.slice(at, at + 1)])
  const ids = new Set([...alternating, ...wordIds.slice(nearIds.length)])
  return [...ids].flatMap((id) =>
    pickSentences(
      evidence.filter(({ source_id }) => source_id === id),
      criteria,
    ),
  )
}

const hasNearRank = ({ near_rank }: Evidence) => near_rank !== undefined
const sourceIds = (evidence: Evidence[]) => [...new Set(evidence.map(({ source_id }) => source_id))]

/** The least coverage of a figure's sentence relative to the best answer, in the same paper and in another. */
const MIN_FIGURE_COVERAGE = { same: 0.75, other: 0.9 }

/**
 * For a number or a year, keeps only sentences that state nearly as much of the question as the best one, because most
 * papers are full of figures for other things.
 */
function keepMatchingFigures(picks: Sentence[], { type }: AnswerCriteria): Sentence[] {
  const [best] = picks.toSorted((one, other) => other.score - one.score)
  if (!best || (type !== 'number' && type !== 'year')) return picks
  const minShare = ({ evidence }: Sentence) =>
    evidence.source_id === best.evidence.source_id ? MIN_FIGURE_COVERAGE.same : MIN_FIGURE_COVERAGE.other
  return picks.filter((pick) => pick.stated_share >= best.stated_share * minShare(pick))
}

/** Sentences chosen to be quoted. */
export interface SelectedQuotes {
  quotes: Sentence[]
  /** Whether they may answer the question; otherwise they are only related to it. */
  answered: boolean
}

/**
 * Chooses sentences that answer a question or, failing that, sentences that are related to it.
 *
 * @param direct whether the evidence covers enough of the question to answer it at all.
 */
export function selectQuotes(
  evidence: Evidence[],
  criteria: AnswerCriteria,
  direct: boolean,
): SelectedQuotes {
  const sentences = pickSentences(evidence, criteria)
  const answeringPapers = new Set(
    sentences.flatMap(({ answers, evidence: { source_id } }) => (answers ? source_id : [])),
  )
  const answered = direct && answeringPapers.size > 0
  if (!answered) {
    const hasNearPapers = evidence.some(hasNearRank)
    const ordered = hasNearPapers ? nearestFirst(evidence, criteria, sentences) : sentences
    return { quotes: selectRelated(ordered), answered }
  }
  const answering = sentences.filter(
    ({ answers, may_accompany, evidence: { source_id } }) =>
      answers || (may_accompany && answeringPapers.has(source_id)),
  )
  return { quotes: keepMatchingFigures(answering, criteria), answered }
}

/**
 * Quotes sentences that answer a question or, failing that, are related to it, grouped by paper. Returns null when
 * nothing can be quoted.
 *
 * @param direct whether the evidence covers enough of the question to answer it at all.
 * @param unknown words of the question that nothing in the library has.
 */
export function extractAnswer(
  evidence: Evidence[],
  criteria: AnswerCriteria,
  question: Pick<Question, 'language' | 'type' | 'text'>,
  {
    form = 'list',
    direct = true,
    unknown = [],
  }: { form?: 'list' | 'table'; direct?: boolean; unknown?: string[] } = {},
): ExtractiveAnswer | null {
  const { quotes, answered } = selectQuotes(evidence, criteria, direct)
  if (quotes.length === 0) return null
  const setting = { question, criteria, evidence, quotes }
  const probability = (quote: Sentence) => answerProbability(answerFeatures(quote, setting))
  const label = (lead: Sentence[]) => answerLabel(Math.max(...lead.map(probability)))
  return { answered, ...formatQuotes(quotes, { question, form, answered, unknown, label }) }
}
