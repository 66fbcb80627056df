import { z } from 'zod'
import { listAllDatasets } from '../../knowledge/datasets/index.ts'
import { findPapersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { findHitSeqs } from '../../search/engine/index.ts'
import { briefPaperShape, paperListText, toBriefPaper } from './mcp-server-paper.ts'
import { pageShape, pageSizeShape } from './mcp-server-search.ts'
import * as ownPapers from './own-papers.store.ts'

/** Input of the MCP tool `list_my_datasets`. */
export const listsInput = z.object({
  keyword: z.string().max(100).optional().describe('名称包含 / Part of the name'),
})

/** Output of `list_my_datasets`. */
export const ownListsOutput = z.object({
  datasets: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      kind: z.string(),
      document_count: z.number().int(),
      updated_at: z.string(),
    }),
  ),
})

/** Returns the caller's own datasets and those of their projects, without public ones. */
export async function findOwnDatasets(ctx: Context) {
  const { aiDataset, projectDataset, readingDataset } = await listAllDatasets(ctx)
  const ownDatasets = [...readingDataset, ...aiDataset].filter(({ owner_id }) => owner_id === ctx.actor.id)
  return [...ownDatasets, ...projectDataset.flatMap(({ datasets }) => datasets)]
}

/** Returns the caller's own reading lists and datasets and those of their projects, without public ones of others. */
export async function listOwnListsTool(ctx: Context, { keyword = '' }: z.output<typeof listsInput>) {
  const lowerKeyword = keyword.toLowerCase()
  const datasets = (await findOwnDatasets(ctx))
    .filter(({ name }) => name.toLowerCase().includes(lowerKeyword))
    .map(({ id, name, description, kind, document_count, updated_at }) => ({
      id,
      name,
      description,
      kind,
      document_count,
      updated_at,
    }))
  const lines = datasets.map(({ id, name, document_count }) => `- ${name}（${document_count} 篇）· id: ${id}`)
  return { text: lines.join('\n') || '没有这样的清单。', data: { datasets } }
}

/** Input of the MCP tool `search_my_datasets`. */
export const ownSearchInput = z.object({
  query: z
    .string()
    .max(2_000)
    .default('')
    .describe('检索式，同 search_papers；空为全部 / As in search_papers; empty for all'),
  dataset_id: z
    .string()
    .max(64)
    .optional()
    .describe('只在这个清单里找；不给则在我的全部清单里 / Only in this one; left out: in all of mine'),
  page: pageShape,
  page_size: pageSizeShape,
})

/** Output of `search_my_datasets`: one page of papers. */
export const ownSearchOutput = z.object({
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
  papers: z.array(briefPaperShape),
})

/**
 * Searches the papers in the caller's datasets.
 *
 * @throws AppError `dataset.not_found` for a dataset that is not the caller's.
 */
export async function searchOwnTool(ctx: Context, input: z.output<typeof ownSearchInput>) {
  const { query, dataset_id, page, page_size } = input
  const ownIds = (await findOwnDatasets(ctx)).map(({ id }) => id)
  if (dataset_id !== undefined && !ownIds.includes(dataset_id)) throw new AppError('dataset.not_found')
  const ids = await findPaperIds(ctx, query, dataset_id === undefined ? ownIds : [dataset_id])
  const pageIds = ids.slice((page - 1) * page_size, page * page_size)
  const papers = (await findPapersByIds(ctx, pageIds)).map(toBriefPaper)
  const head = ids.length > 0 ? `共 ${ids.length} 篇，第 ${page} 页：` : '没有找到文献。'
  const data = { total: ids.length, page, page_size, papers }
  return { text: paperListText(head, papers, (page - 1) * page_size), data }
}

/** Returns the ids of papers in datasets, best match first; without a query most recently added first. */
async function findPaperIds(ctx: Context, query: string, dataset_ids: string[]): Promise<string[]> {
  const idBySeq = new Map(
    (await ownPapers.listByDatasets(ctx.db, dataset_ids)).map(({ id, seq }) => [Number(seq), id]),
  )
  if (query.trim() === '') return [...idBySeq.values()]
  return (await findHitSeqs(ctx, { query })).flatMap((seq) => idBySeq.get(seq) ?? [])
}
