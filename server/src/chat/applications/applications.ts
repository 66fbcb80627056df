import type { api, OutputOf } from '@scinav/contract'
import { preparedSuggestions } from '../../answers/index.ts'
import { translationLanguage } from '../../language/question/answer-language.ts'
import { createAvailabilityCheck } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { definitions } from './application-files.ts'
import type { ApplicationDefinition } from './application-shape.ts'
import { fillPrompt } from './instructions.ts'
import * as marks from './mark.store.ts'

/** An application as returned by the API. */
export type ApplicationView = OutputOf<typeof api.tools.list>[number]

type ReaderContext = Pick<Context, 'db' | 'actor'>
type ViewerContext = Pick<Context, 'db' | 'actor' | 'config'>

const definitionsById = new Map(definitions.map((each) => [each.id, each]))

/** Returns all configured applications, without the agents of other sites. */
export function allApplications(): readonly ApplicationDefinition[] {
  return definitions
}

/**
 * Returns the definition of an application.
 *
 * @throws AppError `application.not_found`.
 */
export function requireApplication(id: string): ApplicationDefinition {
  const found = definitionsById.get(id)
  if (!found) throw new AppError('application.not_found')
  return found
}

/**
 * Returns an application with the caller's mark. Agents of other sites are not included.
 *
 * @throws AppError `application.not_found`.
 */
export async function getApplication(ctx: ViewerContext, id: string): Promise<ApplicationView> {
  const found = requireApplication(id)
  return (await createApplicationView(ctx))(found)
}

/** Returns the ids of the applications that the caller marked. */
export async function findMarkedIds(ctx: ReaderContext): Promise<Set<string>> {
  return new Set((await marks.listByUser(ctx.db, ctx.actor.id)).map((row) => row.tool_id))
}

type PreparedSuggestions = Awaited<ReturnType<typeof preparedSuggestions>>

/**
 * Returns suggested questions of an application: prepared ones that the library can answer if there are any, else those
 * of its definition.
 */
export function suggestedQuestions(
  definition: ApplicationDefinition,
  prepared: PreparedSuggestions,
): string[] {
  const questions = definition.suggests === 'own' ? [] : prepared[definition.suggests]
  return questions.length > 0 ? questions : definition.suggested_questions
}

/**
 * Returns a function that converts definitions to the caller's view, with marks and the availability of models. Prompts
 * stay on the server.
 */
export async function createApplicationView(
  ctx: ViewerContext,
): Promise<(definition: ApplicationDefinition) => ApplicationView> {
  const marked = await findMarkedIds(ctx)
  const hasModel = await createAvailabilityCheck(ctx)
  const prepared = await preparedSuggestions(ctx)
  return (definition) => {
    const { id, type, name, icon, description, category_id, opening } = definition
    const suggested_questions = suggestedQuestions(definition, prepared)
    const { inputs, index_flag, needs_model, screen } = definition
    const words = { name, icon, description, category_id, opening, suggested_questions }
    const model_missing = needs_model && !hasModel(id)
    const state = { needs_model, model_missing, marked: marked.has(id) }
    return { id, type, screen, ...words, inputs, index_flag, ...state, url: null }
  }
}

/**
 * Returns whether the answers of an application have to be based on evidence.
 *
 * @throws AppError `application.not_found`.
 */
export function isGrounded(id: string): boolean {
  return requireApplication(id).grounded
}

/**
 * Returns the language that an application has to write in: that of a translation. Null where it is not fixed.
 *
 * @throws AppError `application.not_found`.
 */
export function writtenLanguage(
  id: string,
  inputs: Record<string, string>,
  text: string,
): 'zh' | 'en' | null {
  const { type, inputs: fields } = requireApplication(id)
  if (type !== 'translate') return null
  const chosen = fields
    .filter(({ kind }) => kind === 'select')
    .map(({ name, label }) => label + (inputs[name] ?? ''))
  return translationLanguage(text, chosen.join('；'))
}

/**
 * Returns the instructions for the model: the prompt of an application with its form fields filled in. User input is
 * delimited as data.
 *
 * @throws AppError `application.not_found`; `input.invalid` when the form is invalid.
 */
export function instructionsFor(id: string, inputs: Record<string, string>, language: 'zh' | 'en'): string {
  const { prompts, inputs: fields } = requireApplication(id)
  return fillPrompt(prompts[language], fields, inputs, language)
}
