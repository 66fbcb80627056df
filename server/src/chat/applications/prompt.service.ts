import { type api, type OutputOf, type ParsedInputOf, promptTypes } from '@scinav/contract'
import { z } from 'zod'
import { type Context, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { readApplicationFile } from './application-files.ts'
import { entryIdShape, requiredText } from './application-shape.ts'
import * as prompts from './prompt.store.ts'

type Tools = typeof api.tools
type PromptView = OutputOf<Tools['addPrompt']>

/** Maximum number of prompts of a user. */
const MAX_OWN_PROMPTS = 200

const builtInPromptShape = z.strictObject({
  id: entryIdShape,
  name: requiredText(60),
  content: requiredText(8_000),
  type: z.enum(promptTypes),
})

/** Built-in prompts. */
export const builtInPrompts = readApplicationFile(
  'prompts.json',
  z
    .array(builtInPromptShape)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id stands twice'),
)

const toPromptView = ({ user_id: _, ...row }: prompts.PromptRow): PromptView => row

/** Returns the caller's prompts and the built-in ones, filtered by type and by a word in the name or text. */
export async function listPrompts(
  ctx: Context,
  { keyword, type }: ParsedInputOf<Tools['prompts']>,
): Promise<OutputOf<Tools['prompts']>> {
  const word = (keyword ?? '').toLowerCase()
  const matches = (prompt: { name: string; content: string; type: string }) =>
    (!type || prompt.type === type) && `${prompt.name}\n${prompt.content}`.toLowerCase().includes(word)
  const ownPrompts = await prompts.listByUser(ctx.db, ctx.actor.id)
  return { own: ownPrompts.filter(matches).map(toPromptView), ready: builtInPrompts.filter(matches) }
}

/**
 * Adds a prompt of the caller.
 *
 * @throws AppError `prompt.too_many`.
 */
export async function addPrompt(ctx: Context, input: ParsedInputOf<Tools['addPrompt']>): Promise<PromptView> {
  return transactReply(ctx, async (ctx) => {
    if ((await prompts.count(ctx.db, ctx.actor.id)) >= MAX_OWN_PROMPTS) throw new AppError('prompt.too_many')
    const now = ctx.now().toISOString()
    const row = { id: ctx.newId(), user_id: ctx.actor.id, ...input, created_at: now, updated_at: now }
    await prompts.insert(ctx.db, row)
    return toPromptView(row)
  })
}

/**
 * Changes a prompt of the caller.
 *
 * @throws AppError `prompt.not_found`, also for a prompt of another user.
 */
export async function changePrompt(
  ctx: Context,
  { id, ...fields }: ParsedInputOf<Tools['changePrompt']>,
): Promise<PromptView> {
  const change = { ...fields, updated_at: ctx.now().toISOString() }
  const row = await prompts.update(ctx.db, ctx.actor.id, id, change)
  if (!row) throw new AppError('prompt.not_found')
  return toPromptView(row)
}

/**
 * Deletes a prompt of the caller.
 *
 * @throws AppError `prompt.not_found`, also for a prompt of another user.
 */
export async function removePrompt(ctx: Context, { id }: ParsedInputOf<Tools['removePrompt']>) {
  if (!(await prompts.remove(ctx.db, ctx.actor.id, id))) throw new AppError('prompt.not_found')
  return null
}
