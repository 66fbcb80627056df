import { api } from '@scinav/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { usePolling } from '../../api/use-polling.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { type DocumentProgress, isWorking } from './progress.ts'
import { retryDocument } from './retry-document.ts'

/** The uploaded documents whose processing is followed. */
export interface FollowedDocuments {
  /** Returns the progress of a document; undefined until it is known. */
  progressOf: (document_id: string) => DocumentProgress | undefined
  /** Starts the parse of a document again. */
  retry: (document_id: string) => void
}

/** An upload whose document may be followed. */
interface ArrivedUpload {
  dataset_id: string
  /** Undefined until the file has arrived. */
  document_id: string | undefined
  /** `there` for a document that existed already, which is not followed. */
  outcome: string | undefined
}

/** Maximum number of documents in one request. */
const MAX_DOCUMENTS = 100

/** Polls the progress of uploaded documents until each has finished. */
export function useFollowedDocuments(arrivals: readonly ArrivedUpload[]): FollowedDocuments {
  const [progressById, setProgressById] = useState<ReadonlyMap<string, DocumentProgress>>(new Map())
  const unfinished = arrivals.filter(({ document_id, outcome }) => {
    const progress = progressById.get(document_id ?? '')
    return document_id !== undefined && outcome !== 'there' && (!progress || isWorking(progress))
  })
  const poll = async () => {
    for (const [dataset_id, group] of Map.groupBy(unfinished, (arrival) => arrival.dataset_id)) {
      const document_ids = group.flatMap(({ document_id }) => document_id ?? []).slice(0, MAX_DOCUMENTS)
      const answer = await call(api.ingestion.progress, { dataset_id, document_ids })
      const isGone = !answer.success && answer.code === 404
      // After any other failure nothing new is known.
      if (!answer.success && !isGone) continue
      // A knowledge base that is gone has no documents any more.
      const received = answer.success ? answer.data : []
      setProgressById((now) => mergeProgress(now, document_ids, received))
    }
  }
  usePolling(unfinished.length > 0, poll)
  const retry = async (document_id: string) => {
    const progress = progressById.get(document_id)
    if (!progress) return
    const answer = await retryDocument(progress)
    if (answer.success) setProgressById((now) => new Map(now).set(document_id, answer.data))
    else toast(`没有重试：${answer.message}`, { tone: 'bad' })
  }
  return { progressOf: (id) => progressById.get(id), retry: (id) => void retry(id) }
}

/** Merges the progress of requested documents; one missing from the response was deleted and counts as cancelled. */
function mergeProgress(
  progressById: ReadonlyMap<string, DocumentProgress>,
  requestedIds: readonly string[],
  received: readonly DocumentProgress[],
): ReadonlyMap<string, DocumentProgress> {
  const next = new Map(progressById)
  for (const id of requestedIds)
    next.set(id, { id, state: 'cancelled', progress: 0, error: null, parse_id: null, parsing: null })
  for (const progress of received) next.set(progress.id, progress)
  return next
}
