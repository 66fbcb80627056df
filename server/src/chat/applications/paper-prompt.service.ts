import { type api, type OutputOf, type ParsedInputOf, promptKinds } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import { z } from 'zod'
import { findPaperTitles, requirePapers } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { readApplicationFile } from './application-files.ts'
import { requiredText } from './application-shape.ts'
import { extractPlaceholders } from './instructions.ts'

const MAX_NAMED_PAPERS = 5
const MAX_TITLE_CHARS = 80

/** Returns a name for papers within a sentence: the first five titles and the total number; 这些文献 for an empty list. */
function joinPaperTitles(titles: string[]): string {
  if (titles.length === 0) return '这些文献'
  const named = titles.slice(0, MAX_NAMED_PAPERS).map((title) => inTitleMarks(plainTitle(title)))
  return named.join('') + (titles.length > MAX_NAMED_PAPERS ? `等 ${titles.length} 篇文献` : '')
}

/** Returns a title on one line without light mark-up and invisible characters, shortened when it is very long. */
function plainTitle(title: string): string {
  const plain = title
    .replace(/<\/?(?:sub|sup|i|b)>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[《》]/g, '')
    .trim()
  const characters = [...plain]
  return characters.length > MAX_TITLE_CHARS ? `${characters.slice(0, MAX_TITLE_CHARS).join('')}…` : plain
}

const paperPromptShape = z.strictObject({
  name: requiredText(20),
  content: requiredText(400).refine(
    (content) => extractPlaceholders(content).join() === 'titles',
    'names {{titles}} once and nothing else',
  ),
})

/** Built-in questions about papers; `{{titles}}` is replaced by the names of the papers. */
export const paperPrompts = readApplicationFile(
  'agent-prompts.json',
  z.record(z.enum(promptKinds), z.array(paperPromptShape).min(1)),
)

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
