import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { expandDatasetPart, requireDataset, requireDocuments } from '../../knowledge/datasets/index.ts'
import { requireOwnFiles, requireReadableNames } from '../../knowledge/passages/index.ts'
import { findPaperTitles, requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ChatRow } from './chat.store.ts'
import type { RecordRow } from './record.store.ts'

type MessageInput = ParsedInputOf<typeof api.chat.send>
type Attachment = OutputOf<typeof api.chat.record>['attachments'][number]

/** The options of a message, stored with its record so that the question can be repeated. */
export type AnswerRequest = Omit<MessageInput, 'chat_id' | 'message' | 'mode' | 'parent_id' | 'attachments'>

/** Fields that are taken from the earlier request when the message leaves them empty. */
const LIST_FIELDS = [
  'engines',
  'paper_id_list',
  'document_ids',
  'file_ids',
  'folder_ids',
  'tag_ids',
  'mcp_ids',
] as const

/** Fields that a user attaches and can remove again. */
const ATTACHMENT_FIELDS: ReadonlySet<string> = new Set(['document_ids', 'file_ids'])

/**
 * Builds the request of a message.
 *
 * @param repeated the record whose question is asked again or was edited, from whose request missing fields are taken;
 *   null for a new question, whose papers and dataset are those of the chat when they are missing.
 */
export function buildRequest(
  message: MessageInput,
  chat: ChatRow,
  repeated: RecordRow | null,
): AnswerRequest {
  const { chat_id: _chat, message: _words, mode: _mode, parent_id: _parent, attachments, ...base } = message
  // A client that shows the attachments sends `attachments: 'given'`. An empty list then counts, because the user may
  // have removed the last one.
  const mayBeEmpty = (name: string) => attachments === 'given' && ATTACHMENT_FIELDS.has(name)
  const earlier: AnswerRequest = repeated ? JSON.parse(repeated.request) : withChatScope(base, chat)
  const request = { ...earlier, ...base }
  for (const name of LIST_FIELDS)
    if (base[name].length === 0 && !mayBeEmpty(name)) request[name] = earlier[name]
  if (Object.keys(base.inputs).length === 0) request.inputs = earlier.inputs
  // A chip shows what the question was understood to restrict, such as its years (`understood-question.ts` of the
  // contract). Chips are removed one after another, so removals accumulate.
  request.without_chips = [...new Set([...(earlier.without_chips ?? []), ...base.without_chips])]
  request.general_knowledge = base.general_knowledge || earlier.general_knowledge
  return request
}

/** Returns a request about the papers and the dataset of the chat. */
function withChatScope(base: AnswerRequest, chat: ChatRow): AnswerRequest {
  const paper_id_list: string[] = JSON.parse(chat.paper_ids)
  return { ...base, paper_id_list, ...(chat.dataset_id === null ? {} : { dataset_id: chat.dataset_id }) }
}

/**
 * Returns the attachments with their names, and checks that the caller may read all of them. Folders and tags, which
 * only narrow the dataset, are checked but are no attachments of their own.
 *
 * @throws AppError `paper.not_found`, `dataset.not_found`, `document.not_found`, `folder.not_found`, `tag.not_found` or
 * `file.not_found`, also for ids that the caller may not read.
 */
export async function loadAttachments(ctx: Context, request: AnswerRequest): Promise<Attachment[]> {
  const { paper_id_list, dataset_id, document_ids, folder_ids, tag_ids, file_ids } = request
  await requirePapers(ctx, paper_id_list)
  const titles = await findPaperTitles(ctx, paper_id_list)
  const papers = paper_id_list.map((id): Attachment => ({ kind: 'paper', id, name: titles.get(id) ?? '' }))
  const dataset = dataset_id === undefined ? null : await requireDataset(ctx, dataset_id, 'read')
  if (!dataset && folder_ids.length + tag_ids.length > 0) throw new AppError('document.not_found')
  if (dataset) {
    await requireDocuments(ctx, dataset.id, document_ids)
    // Checks the folders and tags; what they contain is looked up when the question is answered.
    await expandDatasetPart(ctx, dataset.id, { folder_ids, tag_ids })
  }
  const names = await requireReadableNames(ctx, document_ids)
  const files = (await requireOwnFiles(ctx, file_ids)).map(
    ({ id, name }): Attachment => ({ kind: 'file', id, name }),
  )
  const datasets: Attachment[] = dataset ? [{ kind: 'dataset', id: dataset.id, name: dataset.name }] : []
  const documents = document_ids.map(
    (id): Attachment => ({ kind: 'document', id, name: names.get(id) ?? '' }),
  )
  return [...papers, ...datasets, ...documents, ...files]
}
