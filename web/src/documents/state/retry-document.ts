import { api } from '@scinav/contract'
import { type Answer, call } from '../../api/call.ts'
import { type DocumentProgress, isWorking } from './progress.ts'

/** Starts the parse of a document again; one still being processed is cancelled first. */
export async function retryDocument(document: DocumentProgress): Promise<Answer<DocumentProgress>> {
  const { id: document_id } = document
  const stopped =
    isWorking(document) && (await call(api.ingestion.operate, { document_id, operation: 'cancel' }))
  if (stopped && !stopped.success) return stopped
  return call(api.ingestion.operate, { document_id, operation: 'retry' })
}
