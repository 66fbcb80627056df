import { blankWork, type Creator } from '@scinav/contract'
import { matchPapers } from '../../library/import/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'

/** Minimum title length in characters; shorter titles identify nothing. */
const MIN_TITLE_CHARS = 8

/** Article, conference paper, thesis, book, preprint. */
const PROPOSED_TYPES = [1, 5, 4, 2, 9]

/**
 * Returns the paper of the library that a document seems to be, by the DOI or arXiv id on its first page, else by
 * title and an author. The result is a proposal that the owner confirms or declines.
 */
export async function proposePaper(
  ctx: Pick<BaseContext, 'db'>,
  { title, authors, identifiers }: Pick<DocumentFacts, 'title' | 'authors' | 'identifiers'>,
): Promise<string | null> {
  const isNamed = title.length >= MIN_TITLE_CHARS && authors.length > 0
  if (!isNamed && !identifiers.doi && !identifiers.arxiv) return null
  const external_ids: Record<string, string> = identifiers.arxiv ? { arxiv: identifiers.arxiv } : {}
  const work = {
    doi: identifiers.doi ?? null,
    external_ids,
    creators: authors.map((name): Creator => ({ name, role: 'author', affiliations: [] })),
  }
  // The page does not state the kind of work, so all likely kinds are tried.
  const kinds = PROPOSED_TYPES.map((kind) => ({ ...blankWork(title, kind), ...work }))
  return (await matchPapers(ctx, kinds)).find((paper_id) => paper_id !== null) ?? null
}
