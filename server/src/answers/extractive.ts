import type { Citation } from '@scinav/contract'
import { pickSentences, type Pick as Sentence } from './choosing/pick.ts'
import type { Wanted } from './choosing/wanted.ts'
import type { Evidence } from './evidence/evidence.ts'
import { printQuotes } from './showing/print-quotes.ts'
import type { Question } from './understanding/question.ts'

/** An answer made of quotes. */
export interface Extract {
  /** Whether it says what was asked; else it is only about it. */
  answered: boolean
  text: string
  citations: Citation[]
}

/** What is only related is shown by one sentence of each of a few papers. */
const MOST_RELATED = 3

const ofEach = (picks: Sentence[]): Sentence[] =>
  [...new Map(picks.toReversed().map((pick) => [pick.evidence.source_id, pick])).values()].toReversed()

/**
 * Quotes what answers a question, or else what is related to it, paper by paper; null where nothing can be quoted.
 *
 * @param direct whether the evidence says enough of what was asked to answer it at all.
 */
export function extract(
  evidence: Evidence[],
  wanted: Wanted,
  question: Pick<Question, 'language' | 'type' | 'text'>,
  { form = 'list', direct = true }: { form?: 'list' | 'table'; direct?: boolean } = {},
): Extract | null {
  const all = pickSentences(evidence, wanted)
  const answered = direct && all.some(({ answers }) => answers)
  const picks = answered
    ? all.filter(({ answers, beside }) => answers || beside)
    : ofEach(all).slice(0, MOST_RELATED)
  if (picks.length === 0) return null
  return { answered, ...printQuotes(picks, { question, form, answered }) }
}
