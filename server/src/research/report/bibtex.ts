import { Readable } from 'node:stream'
import type { ResearchReport } from '@scinav/contract'
import { previewList } from '../../citation/export/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { safeFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'

const MAX_NAME_CHARS = 60

/** Returns the references of a report that are in the library, as a BibTeX file. */
export async function writeReportBibTex(
  ctx: Context,
  { title, references }: ResearchReport,
): Promise<FileReply> {
  const paper_id_list = [...new Set(references.flatMap(({ paper_id }) => paper_id ?? []))]
  const what = { paper_id_list, style: 'spec', format: 'bibtex' } as const
  const { text } = paper_id_list.length > 0 ? await previewList(ctx, what) : { text: '' }
  const bytes = Buffer.from(text)
  return {
    name: `${safeFileName(title, MAX_NAME_CHARS) || '参考文献'}.bib`,
    mime: 'application/x-bibtex; charset=utf-8',
    size: bytes.length,
    stream: () => Readable.from([bytes]),
  }
}
