import type { api, ParsedInputOf } from '@scinav/contract'
import { openStoredBytes } from '../../documents/storage/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { safeFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import * as store from './text/readable.store.ts'
import { type Readable, requireReadable } from './text/readable.ts'

/**
 * Returns the file of a readable target.
 *
 * @throws AppError `document.no_file`, and as `requireReadable`.
 */
export async function downloadFile(
  ctx: Context,
  input: ParsedInputOf<(typeof api.reading)['file']>,
): Promise<FileReply> {
  const readable = await requireReadable(ctx, input)
  const bytes = readable.bytes_id === null ? undefined : await store.findBytes(ctx.db, readable.bytes_id)
  const stored = bytes ? await openStoredBytes(ctx, bytes.id) : null
  if (!bytes || !stored) throw new AppError('document.no_file')
  return { ...stored, name: await downloadName(ctx, readable), mime: bytes.mime, etag: bytes.sha256 }
}

/** Length to which a title is cut that serves as a file name. */
const MAX_NAME_CHARS = 120

/** Returns the document's own file name, or for a file of another document the title of the paper. */
async function downloadName(ctx: Context, { document, file, paper_id }: Readable): Promise<string> {
  if (file && file === document) return file.name
  const title = (await findPaperTitles(ctx, [paper_id ?? ''])).get(paper_id ?? '') ?? ''
  return `${safeFileName(title, MAX_NAME_CHARS) || '全文'}.pdf`
}
