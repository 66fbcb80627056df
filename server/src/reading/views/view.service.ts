import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { datasetsByPaper, readableDocuments } from '../../knowledge/datasets/index.ts'
import { findPapersByIds, requirePapers } from '../../library/papers/index.ts'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as views from './view.store.ts'

type Papers = typeof api.papers

/**
 * Records a view of a paper or document; a view of a document with a paper counts for the paper. With `seconds`,
 * reading time is added to the view that began before.
 *
 * @throws AppError `paper.not_found`; `document.not_found`.
 */
export async function logView(
  ctx: Context,
  { paper_id = '', document_id, seconds }: ParsedInputOf<Papers['logView']>,
) {
  return transact(ctx, async (ctx) => {
    const view = { user_id: ctx.actor.id, seconds, viewed_at: ctx.now().toISOString() }
    // Reading time belongs to a view that was counted when it began.
    const increment = seconds > 0 ? 0 : 1
    const document = document_id === undefined ? null : await requireDocument(ctx, document_id)
    if (document?.paper_id === null) {
      await views.addDocumentView(ctx.db, { ...view, document_id: document.id }, increment)
      return null
    }
    const viewed_id = document?.paper_id ?? paper_id
    await requirePapers(ctx, [viewed_id])
    await views.addView(ctx.db, { ...view, paper_id: viewed_id }, increment)
    return null
  })
}

async function requireDocument(ctx: Context, document_id: string) {
  const [document] = await readableDocuments(ctx, [document_id])
  if (!document) throw new AppError('document.not_found')
  return document
}

/**
 * Returns a page of the papers that the caller viewed, and of documents if `files` is set; newest first, each once. A
 * paper or document that no longer exists is left out of `list`.
 */
export async function listViews(
  ctx: Context,
  filter: ParsedInputOf<Papers['views']>,
): Promise<OutputOf<Papers['views']>> {
  const { list, total } = await views.findPage(ctx.db, ctx.actor.id, filter)
  const papers = await findPapersByIds(
    ctx,
    list.flatMap(({ paper_id }) => paper_id ?? []),
  )
  const documents = await readableDocuments(
    ctx,
    list.flatMap(({ document_id }) => document_id ?? []),
  )
  const byId = {
    paper: new Map(papers.map((paper) => [paper.id, paper])),
    document: new Map(documents.map((document) => [document.id, document])),
  }
  const rows = list.flatMap(({ paper_id, document_id, ...row }) => {
    const paper = byId.paper.get(paper_id ?? '') ?? null
    const document = byId.document.get(document_id ?? '') ?? null
    return paper || document ? [{ paper, document, ...row }] : []
  })
  return { list: rows, total, page_num: filter.page_num, page_size: filter.page_size }
}

/** Deletes views of the caller by id, or all. */
export async function removeViews(ctx: Context, { ids, all }: ParsedInputOf<Papers['removeViews']>) {
  await views.remove(ctx.db, ctx.actor.id, all ? 'all' : ids)
  return null
}

/** Returns which of these papers a reader has viewed, and which of the reader's datasets hold them. */
export const loadReaderState: NonNullable<BaseContext['loadReaderState']> = async (
  db,
  user_id,
  paper_ids,
) => {
  const [viewed, dataset_ids] = await Promise.all([
    views.filterViewed(db, user_id, paper_ids),
    datasetsByPaper({ db }, user_id, paper_ids),
  ])
  return { viewed: new Set(viewed), dataset_ids }
}
