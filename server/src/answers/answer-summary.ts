import type { UnderstoodQuestion } from '@scinav/contract'
import { NO_CONSTRAINTS } from '../language/question/constraints.ts'
import type { Context } from '../platform/context/context.ts'
import type { RetrievalRequest } from '../retrieval/index.ts'
import type { ComposedAnswers } from './compose-answer.ts'
import type { AspectAnswer } from './extractive/aspects/answer-by-aspect.ts'
import type { AnswerFindings } from './extractive/find-among-papers.ts'
import type { QuotedAnswer } from './extractive/quoted-answer.ts'
import { statusPart, unmetNegations } from './task/notes.ts'
import type { AnswerPart } from './task/task.ts'

interface AnswerSummary {
  found: AnswerFindings
  request: RetrievalRequest
  answers: ComposedAnswers
  understood: UnderstoodQuestion
}

/**
 * Emits exclusions that could not be checked, how directly the question was answered, and the full result of a list.
 */
export async function* summaryEvents(
  ctx: Context,
  { found, request, answers: { byAspect, quoted }, understood }: AnswerSummary,
): AsyncGenerator<AnswerPart> {
  const { retrieval } = found
  for (const text of quoted ? unmetNegations(request.negated ?? [], retrieval, quoted.cited) : [])
    yield statusPart(text)
  const isList = quoted?.answered === true && !byAspect && retrieval.question.type === 'list'
  const results = isList
    ? await findAllResults(ctx, { query: retrieval.query, request }, citedPaperIds(quoted).size)
    : null
  const lead = byAspect ? aspectLead(byAspect) : quotedLead(quoted)
  yield { event: 'understood', data: { ...understood, lead, results } }
}

/** An abstract without the requested aspect is only related. */
const aspectLead = ({ isAnswer }: AspectAnswer) => (isAnswer ? 'answer' : 'related')

const quotedLead = (quoted: QuotedAnswer | null) =>
  quoted ? (quoted.direct ? 'answer' : 'related') : 'nothing'

const citedPaperIds = ({ citations }: QuotedAnswer) => new Set(citations.map(({ paper_id }) => paper_id))

/**
 * Counts all papers that a list question asks for, as the search page finds them with the same query and filters.
 * Returns null when that page cannot show them: for chosen papers, external engines only, or exclusions.
 *
 * @param namedPapers the number of papers that the answer names.
 */
async function findAllResults(
  ctx: Pick<Context, 'library'>,
  { query, request }: { query: string; request: Pick<RetrievalRequest, 'scope' | 'constraints' | 'negated'> },
  namedPapers: number,
): Promise<UnderstoodQuestion['results']> {
  const { scope, constraints = NO_CONSTRAINTS, negated = [] } = request
  const inLibrary = scope.engines.length === 0 || scope.engines.includes('local')
  const searchesLibrary = inLibrary && scope.paper_ids.length === 0 && scope.dataset_id === null
  if (!searchesLibrary || negated.length > 0) return null
  const { year_from, year_to, author, source, resource_type } = constraints
  const filters = {
    ...(year_from !== undefined && { year_from }),
    ...(year_to !== undefined && { year_to }),
    ...(author.length > 0 && { author }),
    ...(source.length > 0 && { source }),
    ...(resource_type.length > 0 && { resource_type }),
  }
  const index = await ctx.library.current()
  // Only the total is needed.
  const { total } = await index.search({ query, filters, size: 0 })
  return { total, shown: namedPapers, query, filters }
}
