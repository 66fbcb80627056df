import { api } from '@scinav/contract'
import { type Answer, call } from '../../api/call.ts'
import { type DocumentProgress, isWorking } from './progress.ts'

/** Parses a document again; a stalled one is cancelled first. */
export async function retryDocument(of: DocumentProgress): Promise<Answer<DocumentProgress>> {
  const { id: document_id } = of
  const stopped = isWorking(of) && (await call(api.ingestion.operate, { document_id, operation: 'cancel' }))
  if (stopped && !stopped.success) return stopped
  return call(api.ingestion.operate, { document_id, operation: 'retry' })
}
