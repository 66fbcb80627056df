import type { ChatRecord } from '../run/run.ts'

/** A paper, file or document that a question was asked about. */
export type Attachment = ChatRecord['attachments'][number]

/** Returns the attachments the user added, without the documents that every question of the chat is about. */
export const addedAttachments = (attachments: readonly Attachment[], document_ids: readonly string[] = []) =>
  attachments.filter(({ kind, id }) => kind === 'file' || (kind === 'document' && !document_ids.includes(id)))
