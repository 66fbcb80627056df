import type { api, OutputOf } from '@scinav/contract'
import { type Block, UnreadableDocument } from '@scinav/documents'
import {
  discardUpload,
  receiveFile,
  type UploadedFile,
  withLocalUpload,
} from '../../documents/uploads/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import type { Form } from '../../platform/foundation/form.ts'
import type { ParsedFile } from '../../platform/providers/parsing.ts'

/** Bounds the text of a manuscript, in UTF-16 units; the rest is cut off. */
const MAX_TEXT_CHARS = 200_000

/**
 * Reads the text of an uploaded manuscript, with headings as in Markdown. The file is parsed like any document, in a
 * process of its own, and discarded afterwards.
 *
 * @throws AppError as for uploads; `input.invalid` with the reason when it cannot be read.
 */
export async function readManuscript(
  ctx: Context,
  _input: object,
  { length, files }: Form,
): Promise<OutputOf<typeof api.citing.readText>> {
  let upload: UploadedFile | undefined
  try {
    for await (const { name, bytes } of files)
      upload = await receiveFile(ctx, { name, maxBytes: length }, bytes)
    if (!upload) throw invalidInput('file', '请选择一个文件')
    return await readFileText(ctx, upload)
  } catch (error) {
    if (error instanceof UnreadableDocument) throw invalidInput('file', error.message)
    throw error
  } finally {
    if (upload) await discardUpload(ctx, upload.id)
  }
}

/**
 * Parses an uploaded file and returns its text; `cut` when the text is longer than `MAX_TEXT_CHARS`.
 *
 * @throws AppError `input.invalid` for a list of references or a file without text; UnreadableDocument.
 */
async function readFileText(
  ctx: Context,
  { id, name }: UploadedFile,
): Promise<{ text: string; cut: boolean }> {
  const { signal } = ctx.stream
  const parsed = await withLocalUpload(ctx, id, (path) =>
    ctx.providers.parsing.parse({ id, owner_id: ctx.actor.id, path, name }, { signal }),
  )
  try {
    if (parsed.facts.works > 0) throw invalidInput('file', '这是一份题录文件，请到「核对参考文献」里使用')
    const text = await blockLines(parsed)
    if (text === '') throw invalidInput('file', '文件里没有文字')
    return { text: text.slice(0, MAX_TEXT_CHARS), cut: text.length > MAX_TEXT_CHARS }
  } finally {
    await parsed.discard()
  }
}

/** Returns the text of a file, one line per block; stops at the first batch of blocks beyond `MAX_TEXT_CHARS`. */
async function blockLines({ blocks }: ParsedFile): Promise<string> {
  let text = ''
  for await (const batch of blocks()) {
    if (text.length > MAX_TEXT_CHARS) break
    text += batch.map(blockLine).join('')
  }
  return text
}

const blockLine = ({ type, level, text }: Block): string =>
  `${type === 'heading' ? `${'#'.repeat(level ?? 1)} ` : ''}${text}\n`
