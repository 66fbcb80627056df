import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireDataset, requireDocuments, wholePart } from '../../knowledge/datasets/index.ts'
import { ownFiles, readableDocuments } from '../../knowledge/passages/index.ts'
import { paperTitles, requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ChatRow } from './chat.store.ts'
import type { RecordRow } from './record.store.ts'

type Message = ParsedInputOf<typeof api.chat.send>
type Attachment = OutputOf<typeof api.chat.record>['attachments'][number]

/** What is asked along with the words of a question; stored with the record, so that it can be asked again. */
export type Request = Omit<Message, 'chat_id' | 'message' | 'mode' | 'parent_id' | 'attachments'>

const LISTS = [
  'engines',
  'paper_id_list',
  'document_ids',
  'file_ids',
  'folder_ids',
  'tag_ids',
  'mcp_ids',
  'without_chips',
] as const

/** What a person attaches, and can take away again. */
const ATTACHED: ReadonlySet<string> = new Set(['document_ids', 'file_ids'])

/**
 * What a message asks for. Asked again or in other words, what is not given is as it was; in a chat about papers or a
 * dataset, what is not given is what the chat is about.
 */
export function requestOf(message: Message, chat: ChatRow, before: RecordRow | null): Request {
  const { chat_id: _chat, message: _words, mode: _mode, parent_id: _parent, attachments, ...given } = message
  const counts = (name: string) => attachments === 'given' && ATTACHED.has(name)
  const earlier: Request = before ? JSON.parse(before.request) : aboutChat(given, chat)
  const made = { ...earlier, ...given }
  for (const name of LISTS) if (given[name].length === 0 && !counts(name)) made[name] = earlier[name]
  if (Object.keys(given.inputs).length === 0) made.inputs = earlier.inputs
  // Chips are taken away one after the other.
  made.without_chips = [...new Set([...(earlier.without_chips ?? []), ...given.without_chips])]
  made.general_knowledge = given.general_knowledge || earlier.general_knowledge
  return made
}

function aboutChat(given: Request, chat: ChatRow): Request {
  const paper_id_list: string[] = JSON.parse(chat.paper_ids)
  return { ...given, paper_id_list, ...(chat.dataset_id === null ? {} : { dataset_id: chat.dataset_id }) }
}

/**
 * What was attached, with its names, all of it readable by the caller.
 *
 * @throws AppError `paper.not_found`, `dataset.not_found`, `document.not_found`, `folder.not_found`,
 * `tag.not_found`, `file.not_found`, as for unknown ids.
 */
export async function attachmentsOf(ctx: Context, request: Request): Promise<Attachment[]> {
  const { paper_id_list, dataset_id, document_ids, folder_ids, tag_ids, file_ids } = request
  await requirePapers(ctx, paper_id_list)
  const titles = await paperTitles(ctx, paper_id_list)
  const papers = paper_id_list.map((id): Attachment => ({ kind: 'paper', id, name: titles.get(id) ?? '' }))
  const dataset = dataset_id === undefined ? null : await requireDataset(ctx, dataset_id, 'read')
  if (!dataset && folder_ids.length + tag_ids.length > 0) throw new AppError('document.not_found')
  if (dataset) {
    await requireDocuments(ctx, dataset.id, document_ids)
    await wholePart(ctx, dataset.id, { folder_ids, tag_ids })
  }
  const names = await readableDocuments(ctx, document_ids)
  const attached = (await ownFiles(ctx, file_ids)).map(
    ({ id, name }): Attachment => ({ kind: 'file', id, name }),
  )
  const about: Attachment[] = dataset ? [{ kind: 'dataset', id: dataset.id, name: dataset.name }] : []
  const documents = document_ids.map(
    (id): Attachment => ({ kind: 'document', id, name: names.get(id) ?? '' }),
  )
  return [...papers, ...about, ...documents, ...attached]
}
