import { styles } from '@scinav/citation'
import { z } from 'zod'
import { previewList } from '../../citation/export/index.ts'
import { findPapersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'

/** Input of the MCP tool `cite`. */
export const citeInput = z.object({
  paper_ids: z.array(z.string().min(1).max(64)).min(1).max(50).describe('文献编号 / Ids of papers'),
  style: z
    .enum(styles.map(({ id }) => id))
    .default('spec')
    .describe(`引用格式 / Style: ${styles.map(({ id, name }) => `${id} ${name}`).join('; ')}`),
  format: z
    .enum(['text', 'md', 'bibtex', 'ris', 'endnote', 'noteexpress', 'csl'])
    .default('text')
    .describe('text 为格式化的参考文献，其余为文件格式 / text is a formatted list, others are file formats'),
})

/** Output of `cite`: the list as a whole and entry by entry. */
export const citeOutput = z.object({
  style: z.string(),
  format: z.string(),
  text: z.string(),
  items: z.array(z.string()),
  /** Ids without a paper. */
  missing: z.array(z.string()),
})

/**
 * Formats references of papers; ids without a paper are reported as missing.
 *
 * @throws AppError `paper.not_found` when no id has a paper.
 */
export async function citePapersTool(ctx: Context, { paper_ids, style, format }: z.output<typeof citeInput>) {
  const found = new Set((await findPapersByIds(ctx, paper_ids)).map(({ id }) => id))
  if (found.size === 0) throw new AppError('paper.not_found')
  const paper_id_list = paper_ids.filter((id) => found.has(id))
  const { text, items } = await previewList(ctx, { paper_id_list, style, format })
  const missing = paper_ids.filter((id) => !found.has(id))
  return { text, data: { style, format, text, items, missing } }
}
