import type { Question } from '../language/question/question.ts'
import type { AnswerCriteria, Evidence } from '../retrieval/index.ts'
import { pickSentences, type PickedSentence as Sentence } from './choosing/pick.ts'
import { type PrintedQuotes, printQuotes } from './showing/print-quotes.ts'

/** An answer made of quotes. */
export interface ExtractiveAnswer extends PrintedQuotes {
  /** Whether it says what was asked; else it is only about it. */
  answered: boolean
}

/** What is only related is shown by one sentence of each of a few papers, and the nearest of them by two. */
const MAX_RELATED_PAPERS = 3
const MAX_NEAREST_SENTENCES = 2

function selectRelated(picks: Sentence[]): Sentence[] {
  const papers = [...Map.groupBy(picks, ({ evidence }) => evidence.source_id).values()]
  return papers
    .slice(0, MAX_RELATED_PAPERS)
    .flatMap((sentences, at) => sentences.slice(0, at === 0 ? MAX_NEAREST_SENTENCES : 1))
}

/** Where meaning was looked at, the nearest paper comes first, then the one that words tell, and so on in turns. */
function nearestFirst(evidence: Evidence[], wanted: AnswerCriteria, said: Sentence[]): Sentence[] {
  const near = evidence
    .filter(({ nearness }) => nearness !== undefined)
    .toSorted((one, other) => (one.nearness ?? 0) - (other.nearness ?? 0))
  const byWords = said.filter(({ evidence }) => evidence.nearness === undefined)
  const ids = (all: { source_id: string }[]) => [...new Set(all.map(({ source_id }) => source_id))]
  const [first, second] = [ids(near), ids(byWords.map(({ evidence }) => evidence))]
  const inTurns = first.flatMap((id, at) => [id, ...second.slice(at, at + 1)])
  return ids([...inTurns, ...second.slice(first.length)].map((source_id) => ({ source_id }))).flatMap((id) =>
    pickSentences(
      evidence.filter(({ source_id }) => source_id === id),
      wanted,
    ),
  )
}

/** What says less than this share of what the best answer says of a question for a figure tells that of something else. */
const MIN_FIGURE_COVERAGE = { same: 0.75, other: 0.9 }

const hasNearness = ({ nearness }: Evidence) => nearness !== undefined

/** A figure or a year answers for what was asked alone: of what gives one for something else there is no end. */
function keepMatchingFigures(picks: Sentence[], { type }: AnswerCriteria): Sentence[] {
  const [best] = picks.toSorted((one, other) => other.score - one.score)
  if (!best || (type !== 'number' && type !== 'year')) return picks
  const least = ({ evidence }: Sentence) =>
    evidence.source_id === best.evidence.source_id ? MIN_FIGURE_COVERAGE.same : MIN_FIGURE_COVERAGE.other
  return picks.filter((pick) => pick.said >= best.said * least(pick))
}

/**
 * Quotes what answers a question, or else what is related to it, paper by paper; null where nothing can be quoted.
 *
 * @param direct whether the evidence says enough of what was asked to answer it at all.
 * @param unknown words of the question that nothing in the library says.
 */
export function extractAnswer(
  evidence: Evidence[],
  wanted: AnswerCriteria,
  question: Pick<Question, 'language' | 'type' | 'text'>,
  {
    form = 'list',
    direct = true,
    unknown = [],
  }: { form?: 'list' | 'table'; direct?: boolean; unknown?: string[] } = {},
): ExtractiveAnswer | null {
  const all = pickSentences(evidence, wanted)
  const telling = new Set(all.flatMap(({ answers, evidence: { source_id } }) => (answers ? source_id : [])))
  const answered = direct && telling.size > 0
  const picks = answered
    ? keepMatchingFigures(
        all.filter(({ answers, beside, evidence }) => answers || (beside && telling.has(evidence.source_id))),
        wanted,
      )
    : selectRelated(evidence.some(hasNearness) ? nearestFirst(evidence, wanted, all) : all)
  if (picks.length === 0) return null
  return { answered, ...printQuotes(picks, { question, form, answered, unknown }) }
}
