// Which paper of the library a file is the full text of: proposed by its first page, linked by its owner.

import { blankWork, type Creator, RESOURCE_TYPE } from '@scinav/contract'
import { matchPapers } from '../../library/import/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'
import * as documents from './file-document.store.ts'

/** Minimum title length in characters; shorter titles identify nothing. */
const MIN_TITLE_CHARS = 8

/** The kinds of work as which a file is looked up, the likeliest first. */
const LIKELY_TYPES = [
  RESOURCE_TYPE.journalArticle,
  RESOURCE_TYPE.conferencePaper,
  RESOURCE_TYPE.thesis,
  RESOURCE_TYPE.book,
  RESOURCE_TYPE.preprint,
]

/**
 * Returns the paper of the library that a document seems to be, by the DOI or arXiv id on its first page, else by
 * title and an author; null when there is none. The result is a proposal that the owner confirms or declines.
 */
export async function proposePaper(
  ctx: Pick<BaseContext, 'db'>,
  { title, authors, identifiers }: Pick<DocumentFacts, 'title' | 'authors' | 'identifiers'>,
): Promise<string | null> {
  const canMatchByTitle = title.length >= MIN_TITLE_CHARS && authors.length > 0
  if (!canMatchByTitle && !identifiers.doi && !identifiers.arxiv) return null
  const external_ids: Record<string, string> = identifiers.arxiv ? { arxiv: identifiers.arxiv } : {}
  const fields = {
    doi: identifiers.doi ?? null,
    external_ids,
    creators: authors.map((name): Creator => ({ name, role: 'author', affiliations: [] })),
  }
  // The page does not state the kind of work, so all likely kinds are tried. A short title is passed on beside an
  // identifier: `matchPapers` compares titles before it takes two works for the same.
  const works = LIKELY_TYPES.map((type) => ({ ...blankWork(title, type), ...fields }))
  return (await matchPapers(ctx, works)).find((paper_id) => paper_id !== null) ?? null
}

/**
 * Makes a file the full text of a paper in its dataset. A document that was only the paper's record is
 * replaced by the file, which receives its folders and tags. A document of the paper in the bin does not
 * count: a file there loses its link, a record there is removed, and its folders and tags are not received.
 *
 * @throws AppError `document.not_found`; `document.paper_has_file` when another file is linked to the paper.
 */
export async function linkPaper(ctx: Context, document_id: string, paper_id: string): Promise<void> {
  const file = await documents.find(ctx.db, document_id)
  if (!file) throw new AppError('document.not_found')
  const linked = await documents.findByPaper(ctx.db, file.dataset_id, paper_id)
  if (linked && linked.id !== file.id) {
    const isInBin = linked.deleted_at !== null
    if (linked.type === 'file' && !isInBin)
      throw new AppError('document.paper_has_file', { name: linked.name })
    if (!isInBin) await documents.copyFoldersAndTags(ctx.db, linked.id, file.id)
    // A file in the bin stays there, no longer linked to the paper.
    if (linked.type === 'file') await documents.update(ctx.db, linked.id, { paper_id: null })
    else await documents.remove(ctx.db, linked.id)
  }
  await documents.update(ctx.db, file.id, { paper_id, proposed_paper_id: null, declined_paper_id: null })
}
