import { Readable } from 'node:stream'
import type { ResearchReport } from '@scinav/contract'
import { previewList } from '../../citation/export/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { plainFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'

const LONGEST_NAME = 60

/** The references of a report that the library has, as BibTeX. */
export async function bibtexOf(ctx: Context, { title, references }: ResearchReport): Promise<FileReply> {
  const paper_id_list = [...new Set(references.flatMap(({ paper_id }) => paper_id ?? []))]
  const what = { paper_id_list, style: 'spec', format: 'bibtex' } as const
  const { text } = paper_id_list.length > 0 ? await previewList(ctx, what) : { text: '' }
  const bytes = Buffer.from(text)
  return {
    name: `${plainFileName(title, LONGEST_NAME) || '参考文献'}.bib`,
    mime: 'application/x-bibtex; charset=utf-8',
    size: bytes.length,
    stream: () => Readable.from([bytes]),
  }
}
