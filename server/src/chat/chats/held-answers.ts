import type { AnswerPart } from '../../answers/index.ts'
import { mayReadDataset } from '../../knowledge/datasets/index.ts'
import { mayReadDocuments } from '../../knowledge/passages/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import * as answers from './record-run.store.ts'
import type { AnswerRequest } from './request.ts'

/** Ids of the documents from which running answers of this process received passages, by answer. */
const documentsByAnswer = new Map<string, Set<string>>()

/**
 * Passes on the parts of an answer and records its documents until it ends, so that it can be stopped when the user
 * loses the right to read one of them.
 */
export async function* trackDocuments(
  id: string,
  parts: AsyncIterable<AnswerPart>,
): AsyncGenerator<AnswerPart> {
  const documents = new Set<string>()
  documentsByAnswer.set(id, documents)
  try {
    for await (const part of parts) {
      for (const { document_id } of sourcesOf(part)) if (document_id !== null) documents.add(document_id)
      yield part
    }
  } finally {
    documentsByAnswer.delete(id)
  }
}

/** Returns the sources that a part of an answer names; none for most parts. */
function sourcesOf(part: AnswerPart): { document_id: string | null }[] {
  if (part.event === 'retrieval') return part.data.hits
  return part.event === 'citation' ? [part.data] : []
}

/**
 * Returns the running answers of a lease. An answer about a dataset or documents that its user may no longer read is
 * returned with a cancellation request.
 */
export async function findHeldAnswers(db: BaseContext['db'], ids: string[], lease: string) {
  const rows = await answers.findHeld(db, ids, lease)
  const scopes = rows.map(({ id, user_id, request }) => ({ id, user_id, ...requestScope(request) }))
  /** The ids of answers whose users have lost a right. */
  const lost = new Set<string>()
  for (const { id, user_id, dataset_id, document_ids = [] } of scopes) {
    if (dataset_id !== undefined && !(await mayReadDataset({ db }, user_id, dataset_id))) lost.add(id)
    const documents = [...document_ids, ...(documentsByAnswer.get(id) ?? [])]
    if (documents.length > 0 && !(await mayReadDocuments({ db }, user_id, documents))) lost.add(id)
  }
  return rows.map(({ id, begun, cancel_requested }) => ({
    id,
    begun,
    cancel_requested: lost.has(id) ? (1 as const) : cancel_requested,
  }))
}

/** Parses the scope of a stored request. */
const requestScope = (request: string): Pick<AnswerRequest, 'dataset_id' | 'document_ids'> =>
  JSON.parse(request)
