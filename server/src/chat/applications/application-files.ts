import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type ApplicationDefinition, categoryShape, definitionShape } from './application-shape.ts'

const APPLICATIONS_FOLDER = new URL('../../../../config/applications/', import.meta.url)

/** Files of the folder that do not describe an application. */
const NON_APPLICATION_FILES = new Set([
  'categories.json',
  'external.json',
  'prompts.json',
  'agent-prompts.json',
])

/**
 * Reads and validates a file of `config/applications/`.
 *
 * @throws Error when the file is invalid; the message gives the location.
 */
export function readApplicationFile<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(JSON.parse(readFileSync(new URL(name, APPLICATIONS_FOLDER), 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/applications/${name}: ${z.prettifyError(parsed.error)}`)
}

/** The categories of applications, in order. */
export const categories = readApplicationFile('categories.json', z.array(categoryShape).min(1))
/** All applications, ordered by category and position. */
export const definitions = readDefinitions()

/** Reads all application files; throws when a category is unknown or an id occurs twice. */
function readDefinitions(): ApplicationDefinition[] {
  const names = readdirSync(APPLICATIONS_FOLDER).filter(
    (name) => name.endsWith('.json') && !NON_APPLICATION_FILES.has(name),
  )
  const all = names.map((name) => readApplicationFile(name, definitionShape))
  const categoryOrder = new Map(categories.map(({ id }, index) => [id, index]))
  const stray = all.find((each) => !categoryOrder.has(each.category_id))
  if (stray) throw new Error(`config/applications: ${stray.id} has the unknown category ${stray.category_id}`)
  if (new Set(all.map(({ id }) => id)).size < all.length)
    throw new Error('config/applications: two files describe the same id')
  return all.toSorted(
    (one, other) =>
      (categoryOrder.get(one.category_id) ?? 0) - (categoryOrder.get(other.category_id) ?? 0) ||
      one.position - other.position,
  )
}
