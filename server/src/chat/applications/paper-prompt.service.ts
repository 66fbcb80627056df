import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { findPaperTitles, requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { paperPrompts } from './external-files.ts'
import { joinPaperTitles } from './paper-names.ts'

type Prompt = typeof api.tools.prompt

/**
 * Returns the built-in questions of one kind with the titles of the papers filled in.
 *
 * @throws AppError `paper.not_found`.
 */
export async function listPaperPrompts(
  ctx: Context,
  { type, paper_id_list }: ParsedInputOf<Prompt>,
): Promise<OutputOf<Prompt>> {
  await requirePapers(ctx, paper_id_list)
  const titles = await findPaperTitles(ctx, paper_id_list)
  const names = joinPaperTitles([...new Set(paper_id_list)].map((id) => titles.get(id) ?? ''))
  return paperPrompts[type].map(({ name, content }) => ({
    name,
    content: content.replace('{{titles}}', () => names),
  }))
}
