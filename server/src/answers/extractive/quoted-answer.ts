import type { Citation } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { type Evidence, type RetrievalRequest, unknownTerms } from '../../retrieval/index.ts'
import { type ExtractiveAnswer, extractAnswer } from './extract-answer.ts'
import { type AnswerFindings, findAmongPapers, findAnswer } from './find-answer.ts'

/** Options of an answer made of quotes. */
interface QuoteOptions {
  form: 'list' | 'table'
  /** The questions that it consists of; with fewer than two it is answered as a whole. */
  parts: string[]
  signal: AbortSignal
}

/** An answer of quotes with the evidence that it cites. */
export type QuotedAnswer = ExtractiveAnswer & { cited: Evidence[] }

/**
 * Composes an answer of quotes, with a heading for each part of the question. Returns null when nothing can be quoted.
 */
export async function quoteFindings(
  ctx: Context,
  request: RetrievalRequest,
  found: AnswerFindings,
  { form, parts, signal }: QuoteOptions,
): Promise<QuotedAnswer | null> {
  // Choosing sentences is the longest step, so other work may run before it.
  await yieldToEventLoop()
  const whole = extractQuotes(found, form)
  if (parts.length < 2 || form === 'table') return whole
  let leading = answeringPapers(whole)
  const answers: PartAnswer[] = []
  for (const part of parts) {
    const partRequest = { ...request, question: part, earlier: earlierQuestions(request, parts, part) }
    const answer = await answerPart(ctx, partRequest, leading, signal)
    if (answer) answers.push({ part, answer })
    if (leading.length === 0) leading = answeringPapers(answer)
  }
  // If no part is answered, the answer to the whole question is kept.
  return answers.some(({ answer }) => answer.answered) ? joinParts(answers) : whole
}

/** The most papers answering the whole question, or its first part, in which the other parts are sought. */
const MAX_LEADING_PAPERS = 2

const answeringPapers = (answer: QuotedAnswer | null): string[] =>
  answer?.answered
    ? [...new Set(answer.citations.flatMap(({ paper_id }) => paper_id ?? []))].slice(0, MAX_LEADING_PAPERS)
    : []

/** Returns the questions that may name the subject of a part: those of the chat and the parts before it. */
const earlierQuestions = ({ earlier }: RetrievalRequest, parts: string[], part: string): string[] => [
  ...earlier,
  ...parts.slice(0, parts.indexOf(part)),
]

async function answerPart(
  ctx: Context,
  request: RetrievalRequest,
  leading: string[],
  signal: AbortSignal,
): Promise<QuotedAnswer | null> {
  if (leading.length === 0) return extractQuotes(await findAnswer(ctx, request, [], signal), 'list')
  const found = await findAmongPapers(ctx, request, leading, signal)
  // A part that these papers do not answer is shown as related rather than answered from other papers.
  const within = { ...request, scope: { ...request.scope, paper_ids: leading } }
  return extractQuotes(found ?? { ...(await findAnswer(ctx, within, [], signal)), direct: false }, 'list')
}

function extractQuotes(
  { retrieval, criteria, evidence, direct }: AnswerFindings,
  form: QuoteOptions['form'],
): QuotedAnswer | null {
  const unknown = unknownTerms(retrieval.concepts, retrieval.query)
  const extracted = extractAnswer(evidence, criteria, retrieval.question, { form, direct, unknown })
  if (!extracted) return null
  const cited = new Set(extracted.citations.map(({ passage_id }) => passage_id))
  return { ...extracted, cited: evidence.filter(({ passage }) => cited.has(passage.passage_id)) }
}

/** The answer to one of several questions. */
interface PartAnswer {
  part: string
  answer: QuotedAnswer
}

/** Joins the answers to the parts, renumbering the citations so that a passage has one number throughout. */
function joinParts(answers: PartAnswer[]): QuotedAnswer {
  const numbers = new Map<string, number>()
  const citations: Citation[] = []
  let text = ''
  for (const { part, answer } of answers) {
    text += `${text === '' ? '' : '\n'}### ${part}\n\n`
    let at = 0
    for (const citation of answer.citations.toSorted((a, b) => a.start - b.start)) {
      const n = numbers.get(citation.passage_id) ?? numbers.size + 1
      numbers.set(citation.passage_id, n)
      text += answer.text.slice(at, citation.start)
      const start = text.length
      text += `[${n}]`
      citations.push({ ...citation, n, start, end: text.length })
      at = citation.end
    }
    text += answer.text.slice(at)
  }
  return {
    text,
    citations,
    answered: answers.some(({ answer }) => answer.answered),
    direct: answers.some(({ answer }) => answer.direct),
    cited: answers.flatMap(({ answer }) => answer.cited),
  }
}
