import { api } from '@scinav/contract'
import { z } from 'zod'
import { findPapersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { searchLibrary } from '../../search/engine/index.ts'
import {
  briefPaperShape,
  fullPaperShape,
  paperListText,
  toBriefPaper,
  toFullPaper,
} from './mcp-server-paper.ts'

const yearShape = z.number().int().min(0).max(9999)
/** The page of a list, and the number of entries of a page, as inputs of all tools that return pages. */
export const pageShape = z
  .number()
  .int()
  .min(1)
  .max(1_000)
  .default(1)
  .describe('页码，从 1 起 / Page, from 1')
export const pageSizeShape = z.number().int().min(1).max(50).default(10).describe('每页篇数 / Papers a page')

/** Input of the MCP tool `search_papers`. */
export const searchInput = z.object({
  query: z
    .string()
    .max(2_000)
    .describe(
      '检索式：词、"短语"、AND OR NOT、字段（title: author: keyword: year: …），或 DOI；空为全部 / Words, "phrases", AND OR NOT, fields such as title: author: year:, or a DOI; empty for all',
    ),
  year_from: yearShape.optional().describe('起始年 / From this year'),
  year_to: yearShape.optional().describe('截止年 / To this year'),
  resource_type: z
    .array(z.number().int().min(1).max(10))
    .max(10)
    .optional()
    .describe(
      '1 期刊 journal, 2 专著 book, 3 报纸 newspaper, 4 学位论文 thesis, 5 会议 proceedings, 6 标准 standard, 7 专利 patent, 8 报告 report, 9 预印本 preprint, 10 数据集 dataset',
    ),
  language: z.array(z.string().max(16)).max(10).optional().describe('语言代码 / ISO 639-1, such as zh, en'),
  author: z.array(z.string().max(200)).max(20).optional().describe('作者 / Authors'),
  source: z.array(z.string().max(300)).max(20).optional().describe('期刊或会议名 / Journals, proceedings'),
  subject_code: z.array(z.string().max(8)).max(20).optional().describe('教育部学科代码 / Discipline codes'),
  rank: z.array(z.string().max(64)).max(10).optional().describe('期刊评价，如 CSSCI:2025 / Journal ranks'),
  is_oa: z.boolean().optional().describe('只要开放获取 / Open access only'),
  sort: z.enum(['relevance', 'date', 'citations']).default('relevance').describe('排序 / Order'),
  page: pageShape,
  page_size: pageSizeShape,
})

/** Output of `search_papers`: one page of papers, and how the query was understood. */
export const searchOutput = z.object({
  total: z.number().int(),
  /** Number of papers with only some of the words; they follow the others. */
  total_partial: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
  /** The query as understood. */
  understood: z.string(),
  /** Messages about parts of the query that were ignored. */
  warnings: z.array(z.string()),
  did_you_mean: z.string().nullable(),
  papers: z.array(briefPaperShape),
})

/**
 * Searches the library in the same way as the search screen.
 *
 * @throws AppError `input.invalid` for input that the contract of the search refuses.
 */
export async function searchPapersTool(ctx: Context, input: z.output<typeof searchInput>) {
  const { query, sort, page: page_num, page_size, ...filters } = input
  const request = api.papers.search.input.safeParse({
    query,
    sort,
    page_num,
    page_size,
    filters,
    facets: false,
  })
  if (!request.success) throw new AppError('input.invalid', { issues: request.error.issues })
  const found = await searchLibrary(ctx, request.data)
  const { list, total, total_partial, parsed_query, did_you_mean, searched_instead } = found
  const papers = list.map(toBriefPaper)
  const { text: understood, warnings } = parsed_query
  const head = resultHeading(total, total_partial, page_num)
  const notes = [
    ...warnings,
    did_you_mean && `是否要找：${did_you_mean}`,
    searched_instead && `没有文献含有所写的词，已改为检索：${searched_instead}`,
  ].filter(Boolean)
  return {
    text: [paperListText(head, papers, (page_num - 1) * page_size), ...notes].join('\n'),
    data: { total, total_partial, page: page_num, page_size, understood, warnings, did_you_mean, papers },
  }
}

/** Returns the first line of a page of results: how many papers match fully and partly. */
function resultHeading(total: number, partial: number, page: number): string {
  if (total + partial === 0) return '没有找到文献。'
  const others = partial > 0 ? `，另有 ${partial} 篇部分匹配` : ''
  return `共 ${total} 篇${others}，第 ${page} 页：`
}

/** Input of the MCP tool `get_paper`. */
export const paperInput = z.object({
  paper_id: z.string().min(1).max(64).describe('文献编号，来自检索结果 / The id from a search'),
})

/**
 * Returns the full record of a paper.
 *
 * @throws AppError `paper.not_found`.
 */
export async function getPaperTool(ctx: Context, { paper_id }: z.output<typeof paperInput>) {
  const [found] = await findPapersByIds(ctx, [paper_id])
  if (!found) throw new AppError('paper.not_found')
  const paper = toFullPaper(found)
  const abstract = paper.abstract_zh ?? paper.abstract ?? '（没有摘要）'
  return { text: `${paperListText('', [paper], 0).trim()}\n\n${abstract}`, data: { paper } }
}

/** Output of `get_paper`. */
export const paperOutput = z.object({ paper: fullPaperShape })
