import { api } from '@scinav/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { usePolling } from '../../api/use-polling.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { type DocumentProgress, isWorking } from './progress.ts'
import { retryDocument } from './retry-document.ts'

/** Documents watched until they are processed. */
export interface FollowedDocuments {
  of: (document_id: string) => DocumentProgress | undefined
  retry: (document_id: string) => void
}

interface ArrivedUpload {
  dataset_id: string
  document_id: string | undefined
  outcome: string | undefined
}

/** Maximum number of documents in one request. */
const MAX_DOCUMENTS = 100

/** Polls the progress of uploaded documents until each has finished. */
export function useFollowedDocuments(arrivals: readonly ArrivedUpload[]): FollowedDocuments {
  const [known, setKnown] = useState<ReadonlyMap<string, DocumentProgress>>(new Map())
  const open = arrivals.filter(({ document_id, outcome }) => {
    const progress = known.get(document_id ?? '')
    return document_id !== undefined && outcome !== 'there' && (!progress || isWorking(progress))
  })
  const ask = async () => {
    for (const [dataset_id, group] of Map.groupBy(open, (each) => each.dataset_id)) {
      const document_ids = group.flatMap(({ document_id }) => document_id ?? []).slice(0, MAX_DOCUMENTS)
      const answer = await call(api.ingestion.progress, { dataset_id, document_ids })
      const told = answer.success ? answer.data : answer.code === 404 ? [] : undefined
      if (told) setKnown((now) => mergeProgress(now, document_ids, told))
    }
  }
  usePolling(open.length > 0, ask)
  const retry = async (document_id: string) => {
    const progress = known.get(document_id)
    if (!progress) return
    const answer = await retryDocument(progress)
    if (answer.success) setKnown((now) => new Map(now).set(document_id, answer.data))
    else toast(`没有重试：${answer.message}`, { tone: 'bad' })
  }
  return { of: (id) => known.get(id), retry: (id) => void retry(id) }
}

/** Merges progress; a document missing from the response has been deleted and is no longer watched. */
function mergeProgress(
  known: ReadonlyMap<string, DocumentProgress>,
  asked: readonly string[],
  told: readonly DocumentProgress[],
): ReadonlyMap<string, DocumentProgress> {
  const next = new Map(known)
  for (const id of asked)
    next.set(id, { id, state: 'cancelled', progress: 0, error: null, parse_id: null, parsing: null })
  for (const each of told) next.set(each.id, each)
  return next
}
