import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { promoteUpload } from '../../documents/storage/index.ts'
import { discardUpload, receiveFile, type UploadedFile } from '../../documents/uploads/index.ts'
import { requireWork } from '../../library/papers/index.ts'
import { openAccessLocations } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { getPrivateDatasetId } from '../datasets/index.ts'
import { addBytes } from './add-bytes.ts'
import { linkPaper } from './link-paper.ts'

/**
 * Downloads a paper's open-access PDF into the caller's private dataset and returns the id of its document.
 *
 * @throws AppError `paper.not_found`; `paper.no_open_file` when no location is known; `paper.file_failed`; as uploads
 * and files.
 */
export async function fetchFullText(ctx: Context, paper_id: string): Promise<string> {
  const { work } = await requireWork(ctx, paper_id)
  const places = openAccessLocations(work)
  if (places.length === 0 || !ctx.providers.openAccess) throw new AppError('paper.no_open_file')
  for (const { url } of places) {
    const upload = await downloadPdf(ctx, url, work.title)
    if (upload) return keepFullText(ctx, paper_id, upload)
  }
  throw new AppError('paper.file_failed')
}

async function downloadPdf(ctx: Context, address: string, title: string): Promise<UploadedFile | null> {
  try {
    const response = await ctx.providers.openAccess?.(address, { headers: { accept: 'application/pdf' } })
    if (!response?.ok || !response.body) return null
    const bytes = Readable.fromWeb(response.body as ReadableStream)
    return await receiveFile(ctx, { name: `${title.slice(0, 150)}.pdf`, most: null }, bytes)
  } catch (error) {
    // A limit of the caller is reported; an unusable location is skipped for the next one.
    if (error instanceof AppError && error.id !== 'input.invalid') throw error
    ctx.log.info({ err: error }, 'an open-access file could not be fetched')
    return null
  }
}

async function keepFullText(ctx: Context, paper_id: string, upload: UploadedFile): Promise<string> {
  const dataset_id = await getPrivateDatasetId(ctx)
  try {
    return await promoteUpload(ctx, upload, async (ctx, bytes, type) => {
      if (type.kind !== 'pdf') throw new AppError('paper.file_failed')
      const target = { dataset_id, folder_id: null, path: '' }
      const { document_id } = await addBytes(ctx, target, { bytes, type, name: upload.name })
      await linkPaper(ctx, document_id, paper_id)
      return document_id
    })
  } finally {
    await discardUpload(ctx, upload.id)
  }
}
