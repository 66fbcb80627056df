import type { ChatRecord } from '../run/run.ts'

/** What a question was asked about, beside its words. */
export type Attachment = ChatRecord['attachments'][number]

/** The attachments that the person added: not the documents that every question of the chat is about. */
export const addedAttachments = (attachments: readonly Attachment[], document_ids: readonly string[] = []) =>
  attachments.filter(({ kind, id }) => kind === 'file' || (kind === 'document' && !document_ids.includes(id)))
