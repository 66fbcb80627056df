import { z } from 'zod'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { listBlocks, openReadable } from '../../reading/reader/index.ts'

const pageNumberShape = z.number().int().min(1).max(10_000).optional()

/** Input of the MCP tool `read_document`; exactly one of the two ids is given. */
export const readInput = z.object({
  document_id: z.string().min(1).max(64).optional().describe('文档编号 / Id of a document'),
  paper_id: z.string().min(1).max(64).optional().describe('文献编号 / Id of a paper'),
  page_from: pageNumberShape.describe('从第几页 / First page'),
  page_to: pageNumberShape.describe('到第几页 / Last page'),
  after: z.number().int().min(-1).default(-1).describe('上次的 next / The `next` of the call before'),
})

/** Output of `read_document`: at most 200 blocks; `next` is the `after` of the following call, null at the end. */
export const readOutput = z.object({
  title: z.string(),
  /** Version of the text; a different value in a later call means that the text has changed. */
  version: z.string(),
  page_count: z.number().int(),
  blocks: z.array(z.object({ page: z.number().int(), type: z.string(), text: z.string() })),
  next: z.number().int().nullable(),
})

/** Maximum number of blocks that one call returns. */
const MAX_BLOCKS = 200
/** Maximum length of a block, in characters; longer blocks are tables, which are cut and marked. */
const MAX_BLOCK_CHARS = 4_000
const TRUNCATION_MARK = '……（余下略 / cut）'

/**
 * Returns a part of the text of a document or paper that the token's owner may read, with page numbers.
 *
 * @throws AppError `input.invalid` unless exactly one of the two is named; those of opening it.
 */
export async function readTextTool(ctx: Context, { after, ...input }: z.output<typeof readInput>) {
  if ((input.document_id === undefined) === (input.paper_id === undefined))
    throw invalidInput('document_id', '请给出一份文档或一篇文献')
  const { title, pages } = await openReadable(ctx, input)
  const { version, list, next } = await listBlocks(ctx, { ...input, after, limit: MAX_BLOCKS })
  const blocks = list.map(({ page, type, text }) => ({
    page,
    type,
    text:
      text.length > MAX_BLOCK_CHARS
        ? `${text.slice(0, MAX_BLOCK_CHARS).toWellFormed()}${TRUNCATION_MARK}`
        : text,
  }))
  let lastPage = 0
  const lines = blocks.map(({ page, text }) => {
    const pageMark = page === lastPage ? '' : `[p. ${page}]\n`
    lastPage = page
    return `${pageMark}${text}`
  })
  const data = { title, version, page_count: pages.length, blocks, next }
  return { text: [title, ...lines].join('\n\n'), data }
}
