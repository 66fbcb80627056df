import type { GoldQuestion } from './question-sets.ts'
import type { AnswerOutcome, AnswerScore } from './score-answer.ts'

/** A question with the score of its answer. */
export interface ScoredQuestion {
  asked: GoldQuestion
  score: AnswerScore
  /** The category of the answer: `answer`, `related`, `nothing`; null for small talk. */
  lead: string | null
  ms: number
}

const OUTCOMES: AnswerOutcome[] = ['answered', 'partial', 'refused', 'wrong', 'error']

/** Formats a table by kind and language, then answerable questions, unanswerable ones, and small talk. */
export function questionsTable(rows: ScoredQuestion[]): string {
  const kinds = [...new Set(rows.map(({ asked }) => asked.kind))]
  const groups: [string, (row: ScoredQuestion) => boolean][] = [
    ...kinds.map((kind): [string, (row: ScoredQuestion) => boolean] => [
      kind,
      ({ asked }) => asked.kind === kind,
    ]),
    ['**answerable**', isAnswerable],
    ['**to refuse**', ({ asked }) => asked.gold.refuse === true],
    ['**talk**', ({ asked }) => asked.gold.talk === true],
  ]
  const lines = groups.flatMap(([name, fits]) =>
    (['zh', 'en'] as const).flatMap((lang) =>
      renderRow(
        name,
        lang,
        rows.filter((row) => row.asked.lang === lang && fits(row)),
      ),
    ),
  )
  return [
    '| kind | language | n | ok | partial | refused | wrong | error | gold cited | ms |',
    `|${'---|'.repeat(10)}`,
    ...lines,
  ].join('\n')
}

export const isAnswerable = ({ asked }: ScoredQuestion) => !asked.gold.refuse && !asked.gold.talk

function renderRow(name: string, lang: string, rows: ScoredQuestion[]): string[] {
  if (rows.length === 0) return []
  const counts = OUTCOMES.map((outcome) => rows.filter(({ score }) => score.outcome === outcome).length)
  const answerable = rows.filter(isAnswerable)
  const cited = answerable.filter(({ score }) => score.cited).length
  const times = rows.map(({ ms }) => ms).sort((a, b) => a - b)
  const median = times[(times.length - 1) >> 1] ?? 0
  const shown = answerable.length === 0 ? '–' : `${cited}/${answerable.length}`
  return [`| ${[name, lang, rows.length, ...counts, shown, median.toFixed(0)].join(' | ')} |`]
}
