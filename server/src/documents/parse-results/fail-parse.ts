import { inCorners } from '@scinav/contract/quoted'
import type { BaseContext } from '../../platform/context/context.ts'
import { notify } from '../../platform/notices/index.ts'
import * as activation from './activation.store.ts'
import * as parses from './parse.store.ts'
import * as heldParses from './parse-lease.store.ts'

/** What claiming and ending parses needs of the context. */
export type ClaimContext = Pick<BaseContext, 'db' | 'now' | 'newId'>

/** Why a parse failed: the kind of an `UnreadableDocument` and its sentence for the owner. */
interface ParseFault {
  kind: string
  message: string
}

/**
 * Records that a parse failed. Documents with an older version keep it, along with the error, and drop the file that
 * was to replace theirs.
 */
export async function failParse(
  ctx: ClaimContext,
  parse: Pick<parses.ParseRow, 'id' | 'owner_id'>,
  { kind, message }: ParseFault,
): Promise<void> {
  const updated_at = ctx.now().toISOString()
  const released = { leased_by: null, leased_until: null, updated_at }
  await parses.update(ctx.db, parse.id, { state: 'failed', error_kind: kind, error: message, ...released })
  await activation.updateProgress(ctx.db, parse.id, { state: 'failed', progress: 0, updated_at })
  const waiting = await activation.listWaitingDocuments(ctx.db, parse.id)
  // Background work without an owner shows no error and causes no notice.
  const isBackground = parse.owner_id === ''
  if (!isBackground) await notifyOfFailure(ctx, parse.owner_id, waiting)
  const ids = waiting.map(({ id }) => id)
  await activation.updateDocuments(ctx.db, ids, {
    next_parse_id: null,
    ...(isBackground ? {} : { error: message }),
    updated_at,
  })
}

/**
 * Notifies users of files that could not be parsed. Identical files of several users share a parse: each creator hears
 * of their own files only. Whoever requested the parse for files of others (`owner_id`) hears of those they may read.
 */
async function notifyOfFailure(
  ctx: ClaimContext,
  owner_id: string,
  waiting: activation.DocumentRow[],
): Promise<void> {
  const failed = waiting.filter(({ deleted_at }) => deleted_at === null)
  const documentsByUser = Map.groupBy(failed, ({ creator_id }) => creator_id)
  if (!documentsByUser.has(owner_id)) {
    const ids = failed.map(({ id }) => id)
    const readable = new Set(await activation.filterReadable(ctx.db, owner_id, ids))
    documentsByUser.set(
      owner_id,
      failed.filter(({ id }) => readable.has(id)),
    )
  }
  for (const [user_id, documents] of documentsByUser) {
    const [first] = documents
    if (!first) continue
    const name = inCorners(first.title || first.name)
    await notify(ctx, {
      user_ids: [user_id],
      kind: 'document',
      text: failureText(name, documents.length > 1 ? `等 ${documents.length} 个文件` : ''),
      route: '/knowledgeBase',
      // A file that was tried again is not told of twice.
      join: (unread) => (unread.startsWith(name) ? unread : failureText(name, '等多个文件')),
    })
  }
}

/** Returns the text of the notice; `name` stands in brackets. */
const failureText = (name: string, others: string): string =>
  `${name}${others}没有解析成功，可以在知识库里查看原因`

/** Records the failure of the parse that a run holds; a run that has lost its parse changes nothing. */
export async function failLeasedParse(ctx: ClaimContext, lease: string, fault: ParseFault): Promise<void> {
  const parse = await heldParses.findByLease(ctx.db, lease)
  if (parse) await failParse(ctx, parse, fault)
}
