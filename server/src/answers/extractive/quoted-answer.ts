import type { Citation } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { type Evidence, type RetrievalRequest, unknownTerms } from '../../retrieval/index.ts'
import { type ExtractiveAnswer, extractAnswer } from './extract-answer.ts'
import { type AnswerFindings, findAmongPapers } from './find-among-papers.ts'
import { findAnswer } from './find-answer.ts'

/** Options of an answer made of quotes. */
interface QuoteOptions {
  /** A table compares papers and always answers the question as a whole. */
  form: 'list' | 'table'
  /**
   * The questions that the question consists of, in its order; with fewer than two a list answers it as a whole, too.
   */
  parts: string[]
  signal: AbortSignal
}

/**
 * An answer of quotes, whose marks `[1]` are its citations, with the evidence that it cites. Evidence that several
 * parts cite may occur in `cited` once for each.
 */
export type QuotedAnswer = ExtractiveAnswer & { cited: Evidence[] }

/**
 * Composes an answer of quotes from what was found for a question. A question of several parts is answered part by
 * part, each under its heading: evidence for a part is sought first in the papers that answer the whole question, or
 * else the first part, because the parts are usually about one subject. Returns null when nothing can be quoted.
 *
 * @throws AnswerFault when the retrieval for a part fails; the signal's reason when aborted.
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
  let leadingPapers = answeringPapers(whole)
  const answers: PartAnswer[] = []
  for (const part of parts) {
    const partRequest = { ...request, question: part, earlier: earlierQuestions(request, parts, part) }
    const answer = await answerPart(ctx, partRequest, leadingPapers, signal)
    if (answer) answers.push({ part, answer })
    if (leadingPapers.length === 0) leadingPapers = answeringPapers(answer)
  }
  // If no part is answered, the answer to the whole question is kept.
  return answers.some(({ answer }) => answer.answered) ? joinParts(answers) : whole
}

/** The most papers answering the whole question, or its first part, in which the other parts are sought. */
const MAX_LEADING_PAPERS = 2

/** Returns the ids of the first papers cited by an answer; none when it only quotes what is related. */
const answeringPapers = (answer: QuotedAnswer | null): string[] =>
  answer?.answered
    ? [...new Set(answer.citations.flatMap(({ paper_id }) => paper_id ?? []))].slice(0, MAX_LEADING_PAPERS)
    : []

/** Returns the questions that may name the subject of a part: those of the chat and the parts before it. */
const earlierQuestions = ({ earlier }: RetrievalRequest, parts: string[], part: string): string[] => [
  ...earlier,
  ...parts.slice(0, parts.indexOf(part)),
]

/** Answers one part from the leading papers, or when there are none from the whole scope of the request. */
async function answerPart(
  ctx: Context,
  request: RetrievalRequest,
  leadingPapers: string[],
  signal: AbortSignal,
): Promise<QuotedAnswer | null> {
  if (leadingPapers.length === 0) return extractQuotes(await findAnswer(ctx, request, [], signal), 'list')
  const found = await findAmongPapers(ctx, request, leadingPapers, signal)
  // A part that these papers do not answer is shown as related rather than answered from other papers.
  const within = { ...request, scope: { ...request.scope, paper_ids: leadingPapers } }
  return extractQuotes(found ?? { ...(await findAnswer(ctx, within, [], signal)), direct: false }, 'list')
}

/** Quotes sentences of the evidence found; returns null when none fits. */
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

/**
 * Joins the answers to the parts under headings. Each part numbers its citations from 1: they are numbered anew, in the
 * order of the text, so that a passage has one number throughout, and their offsets count from the start of the whole.
 */
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
