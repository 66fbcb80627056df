import { z } from 'zod'
import { type FoundPassage, findSurroundingText, passageId } from '../../knowledge/passages/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { findHitEvidence } from '../../retrieval/index.ts'
import { findOwnDatasets } from './mcp-server-lists.ts'

const filePassageShape = z.object({
  passage_id: z.string(),
  document_id: z.string(),
  dataset_id: z.string(),
  dataset_name: z.string(),
  file_name: z.string(),
  title: z.string(),
  headings: z.array(z.string()),
  page: z.number().int().nullable(),
  text: z.string(),
})

/** Input of the MCP tool `search_my_files`. */
export const passagesInput = z.object({
  query: z.string().min(1).max(2_000).describe('要找的内容，用自然语言或关键词 / What to look for'),
  dataset_id: z
    .string()
    .max(64)
    .optional()
    .describe('只在这个知识库里找；不给则在我的全部知识库里 / Only in this one; left out: in all of mine'),
  size: z.number().int().min(1).max(20).default(8).describe('段落数 / How many passages'),
})

/** Maximum number of hits of a search. */
const MAX_HITS = 40
/** Hits searched per passage asked for: some hits are records of papers, which are left out. */
const HITS_PER_PASSAGE = 2

/** Output of `search_my_files`, best first. */
export const passagesOutput = z.object({ passages: z.array(filePassageShape) })

/**
 * Searches the files in the datasets of the caller and their projects.
 *
 * @throws AppError `dataset.not_found`.
 */
export async function searchPassagesTool(ctx: Context, input: z.output<typeof passagesInput>) {
  const { query, dataset_id, size } = input
  const ownIds = (await findOwnDatasets(ctx)).map(({ id }) => id)
  if (dataset_id !== undefined && !ownIds.includes(dataset_id)) throw new AppError('dataset.not_found')
  const dataset_ids = dataset_id === undefined ? ownIds : [dataset_id]
  const scope = { paper_ids: [], dataset_id: null, dataset_ids, document_ids: [], engines: [] }
  const search = { question: query, scope, most: Math.min(MAX_HITS, size * HITS_PER_PASSAGE) }
  const found = ownIds.length === 0 ? [] : (await findHitEvidence(ctx, search, ctx.stream.signal)).found
  const passages = found.flatMap(({ evidence }) => evidencePassage(evidence) ?? []).slice(0, size)
  return { text: passages.map(passageText).join('\n\n') || '没有找到相关段落。', data: { passages } }
}

type FilePassage = z.output<typeof filePassageShape>
type FoundEvidence = Awaited<ReturnType<typeof findHitEvidence>>['found'][number]['evidence']

/** Converts evidence to a passage of a file; returns null for the record of a paper. */
function evidencePassage({ file, passage }: FoundEvidence): FilePassage | null {
  if (!file?.document_id || !file.dataset_id) return null
  const { document_id, dataset_id, dataset_name, name: file_name } = file
  const { passage_id, heading: title, headings = [], page, text } = passage
  return {
    passage_id,
    document_id,
    dataset_id,
    dataset_name: dataset_name ?? '',
    file_name,
    title,
    headings,
    page,
    text,
  }
}

/** Writes a passage as lines: its source, its headings and its text. */
const passageText = ({ passage_id, file_name, title, headings, page, text }: FilePassage): string =>
  [`《${title}》${file_name} · 第 ${page ?? 1} 页 · id: ${passage_id}`, headings.join(' › '), text]
    .filter((line) => line !== '')
    .join('\n')

/** Input of the MCP tool `read_passage`. */
export const passageInput = z.object({
  passage_id: z.string().min(1).max(200).describe('段落编号，来自检索结果 / The id from a search'),
})

/** Output of `read_passage`: the passage, and the text before and after it. */
export const passageOutput = z.object({ passage: filePassageShape, before: z.string(), behind: z.string() })

/**
 * Returns a passage with the text around it.
 *
 * @throws AppError `document.not_found`, also for a document that the caller may not read.
 */
export async function readPassageTool(ctx: Context, { passage_id }: z.output<typeof passageInput>) {
  const found = await findSurroundingText(ctx, passage_id)
  if (!found) throw new AppError('document.not_found')
  const passage = toFilePassage(found.passage)
  const text = [found.before, passageText(passage), found.after].filter((each) => each !== '').join('\n\n')
  return { text, data: { passage, before: found.before, behind: found.after } }
}

/** Converts a stored passage to the passage of an answer. */
function toFilePassage({ document, passage }: FoundPassage): FilePassage {
  const { document_id, parse_id, dataset_id, dataset_name, name: file_name, title } = document
  const { ordinal, headings, page, text } = passage
  const passage_id = passageId(document_id, parse_id, ordinal)
  return { passage_id, document_id, dataset_id, dataset_name, file_name, title, headings, page, text }
}
