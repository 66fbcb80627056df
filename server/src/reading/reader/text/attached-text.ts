import { findParseOfBytes } from '../../../documents/parse-results/index.ts'
import { requireOwnFiles } from '../../../knowledge/passages/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { AppError } from '../../../platform/foundation/errors.ts'
import { type ReadyText, toReadyText } from './readable.ts'

/**
 * Returns a file of the caller and its text; the text is null before the file is parsed.
 *
 * @throws AppError `file.not_found`.
 */
export async function getAttachedText(
  ctx: Pick<Context, 'db' | 'actor'>,
  file_id: string,
): Promise<{ name: string; mime: string; text: ReadyText | null }> {
  const [file] = await requireOwnFiles(ctx, [file_id])
  if (!file) throw new AppError('file.not_found')
  const { name, mime } = file
  const parse = await findParseOfBytes(ctx, { id: file.bytes_id, mime })
  return { name, mime, text: parse?.state === 'ready' ? toReadyText(parse) : null }
}
