import { requestedOrder } from '../language/question/paper-order.ts'
import { readQuestion } from '../language/question/question.ts'
import { isAsking } from '../language/question/question-type.ts'
import { contextualQuery } from '../language/question/topic.ts'
import type { Context } from '../platform/context/context.ts'
import { answerCriteria } from './answer-criteria.ts'
import { arrangeEvidence } from './arrange-evidence.ts'
import { findCandidates } from './candidate.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import { toAnswerFault } from './fault.ts'
import { limitPerSource, withinBudget } from './limit-evidence.ts'
import { findOutsideWorks } from './outside-works.ts'
import { rankByMeaning } from './rank-evidence.ts'
import type { RankingRequest } from './ranking-request.ts'
import { readEvidence, withLines } from './read-evidence.ts'
import { rerankEvidence } from './rerank-evidence.ts'
import { withoutRetracted } from './retracted-works.ts'
import type { Retrieval, RetrievalRequest, TaskRunner } from './retrieval.ts'
import { type EvidenceScope, resolveEvidenceScope } from './scope.ts'

/**
 * Finds passages that may answer a question. Chats, research, hit tests and citations all find their evidence here. The
 * evidence is empty when nothing fits.
 *
 * @throws AppError `dataset.not_found` when the actor may not read a dataset of the scope.
 * @throws AnswerFault `retrieval_failed` when the search itself fails.
 */
export async function retrieve(
  ctx: Context,
  request: RetrievalRequest,
  signal: AbortSignal,
): Promise<Retrieval> {
  const outside = request.outside === true || request.rerank?.external === true
  const scope = await resolveEvidenceScope(ctx, request.scope, outside)
  const { closed } = scope
  /** Returns the model unless it is external and the texts must not leave. */
  const permitted = <Model extends { external: boolean }>(model: Model | null) =>
    model?.external && closed ? null : model
  const permittedRequest = {
    ...request,
    embedding: permitted(request.embedding),
    rerank: permitted(request.rerank),
  }
  try {
    return { ...(await searchEvidence(ctx, permittedRequest, scope, signal)), closed }
  } catch (error) {
    signal.throwIfAborted()
    throw toAnswerFault(error, 'retrieval_failed')
  }
}

/**
 * Finds the evidence in the resolved scope: searches papers and files, reads their passages, ranks them by words and
 * meaning, leaves out retracted works, and trims the result to the budget.
 */
async function searchEvidence(
  ctx: Context,
  request: RetrievalRequest,
  { papers: scope, files, attached, chosen }: EvidenceScope,
  signal: AbortSignal,
): Promise<Omit<Retrieval, 'closed'>> {
  const question = readQuestion(request.question)
  const query = contextualQuery(question, request.earlier)
  const { inTurn = (work) => work() }: { inTurn?: TaskRunner } = request
  const is_statement = !isAsking(question.text)
  const candidates = await inTurn(() =>
    findCandidates(ctx, query, { papers: scope, files, attached }, { ...request, is_statement }),
  )
  signal.throwIfAborted()
  const { concepts, absent, excluded } = candidates
  const { engines } = request.scope
  // Chosen papers are searched even when the engines leave out the library.
  const inLibrary = engines.length === 0 || engines.includes('local') || scope !== null
  const outside = await findOutsideWorks(ctx, { query, engines, found: candidates.papers }, signal)
  const notes = [...outside.notes]
  const embedding = inLibrary ? request.embedding : null
  const ranking: RankingRequest = {
    ctx,
    request: { ...request, embedding },
    question,
    concepts,
    scope,
    notes,
    signal,
  }
  const local = inLibrary ? interleave(candidates.papers, candidates.files) : []
  const sources = addOutsideWorks(local, request.given_works ?? [], outside.papers)
  const found = await readEvidence(ctx, sources, concepts, { question, query, inTurn })
  // A question without content words about a base asks for all of it, so the base counts as chosen.
  const scoped = scope !== null && (chosen || question.query === '')
  const checked = await withoutRetracted(ctx, await rankByMeaning(ranking, found), {
    question: question.text,
    chosen,
    scoped,
  })
  const ranked = checked.evidence
  notes.push(...checked.notes)
  const best = arrangeEvidence(
    await rerankEvidence(ranking, limitPerSource(ranked)),
    requestedOrder(question.text),
    scoped,
  )
  const criteria = await answerCriteria(ctx, question, { concepts, absent, subject_known: scoped })
  const evidence = await withLines(ctx, withinBudget(best, request))
  const { states } = outside
  return { question, query, concepts, absent, excluded, criteria, scoped, evidence, notes, states }
}

/**
 * Adds given works that are not found anyway, and works of external engines, to those of the library, in
 * turns.
 */
function addOutsideWorks(local: FoundPaper[], given: FoundPaper[], outside: FoundPaper[]): FoundPaper[] {
  const localIds = new Set(local.map(({ source_id }) => source_id))
  const others = given.filter(({ source_id }) => !localIds.has(source_id))
  return interleave(local, [...others, ...outside])
}

/** Takes turns between two lists, beginning with the first; the rest of the longer one follows. */
function interleave(one: FoundPaper[], other: FoundPaper[]): FoundPaper[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((each) => each !== undefined)
}
