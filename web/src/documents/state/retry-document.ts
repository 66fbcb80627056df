import { api } from '@scinav/contract'
import { type Answer, call } from '../../api/call.ts'
import { type DocumentProgress, isWorking } from './progress.ts'

/** Reads a document anew: one that failed, and one that stands still, which is stopped before. */
export async function retryDocument(of: DocumentProgress): Promise<Answer<DocumentProgress>> {
  const { id: document_id } = of
  const stopped = isWorking(of) && (await call(api.ingestion.operate, { document_id, operation: 'cancel' }))
  if (stopped && !stopped.success) return stopped
  return call(api.ingestion.operate, { document_id, operation: 'retry' })
}
