import type { api, OutputOf } from '@scinav/contract'
import { preparedSuggestions } from '../../answers/index.ts'
import { createAvailabilityCheck } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { type ApplicationDefinition, definitions } from './application-files.ts'
import { fillPrompt } from './instructions.ts'
import * as marks from './mark.store.ts'

/** An application as a person sees it. */
export type ApplicationView = OutputOf<typeof api.tools.list>[number]

type ReaderContext = Pick<Context, 'db' | 'actor'>
type ViewerContext = Pick<Context, 'db' | 'actor' | 'config'>

const definitionsById = new Map(definitions.map((each) => [each.id, each]))

/** Every application one can talk to, as configured. */
export function allApplications(): readonly ApplicationDefinition[] {
  return definitions
}

/** @throws AppError `application.not_found` where there is none to talk to. */
export function requireApplication(id: string): ApplicationDefinition {
  const found = definitionsById.get(id)
  if (!found) throw new AppError('application.not_found')
  return found
}

/**
 * One application to talk to, with whether the caller marked it. Agents of other sites are none.
 *
 * @throws AppError `application.not_found`.
 */
export async function getApplication(ctx: ViewerContext, id: string): Promise<ApplicationView> {
  const found = requireApplication(id)
  return (await createApplicationView(ctx))(found)
}

/** The ids of what the caller marked. */
export async function findMarkedIds(ctx: ReaderContext): Promise<Set<string>> {
  return new Set((await marks.listByUser(ctx.db, ctx.actor.id)).map((row) => row.tool_id))
}

type PreparedSuggestions = Awaited<ReturnType<typeof preparedSuggestions>>

/** What an application suggests to ask: what the library can answer, where there is enough of it. */
export function suggestedQuestions(made: ApplicationDefinition, prepared: PreparedSuggestions): string[] {
  const questions = made.suggests === 'own' ? [] : prepared[made.suggests]
  return questions.length > 0 ? questions : made.suggested_questions
}

/** How the caller sees applications: what they marked, and what lacks its model. Instructions stay on the server. */
export async function createApplicationView(
  ctx: ViewerContext,
): Promise<(made: ApplicationDefinition) => ApplicationView> {
  const marked = await findMarkedIds(ctx)
  const hasModel = await createAvailabilityCheck(ctx)
  const prepared = await preparedSuggestions(ctx)
  return (made) => {
    const { id, type, name, icon, description, category_id, opening } = made
    const suggested_questions = suggestedQuestions(made, prepared)
    const { inputs, index_flag, needs_model, screen } = made
    const words = { name, icon, description, category_id, opening, suggested_questions }
    const model_missing = needs_model && !hasModel(id)
    const state = { needs_model, model_missing, marked: marked.has(id) }
    return { id, type, screen, ...words, inputs, index_flag, ...state, url: null }
  }
}

/** Whether an application's answers have to rest on evidence. @throws AppError `application.not_found`. */
export function isGrounded(id: string): boolean {
  return requireApplication(id).grounded
}

/**
 * What an application tells the model: its prompt with its form filled in. What a person wrote is delimited as data.
 *
 * @throws AppError `application.not_found`; `input.invalid` where the form does not fit.
 */
export function instructionsFor(id: string, inputs: Record<string, string>, language: 'zh' | 'en'): string {
  const { prompts, inputs: fields } = requireApplication(id)
  return fillPrompt(prompts[language], fields, inputs, language)
}
