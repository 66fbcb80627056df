import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Reads and validates a JSON file of `config/`, synchronously: modules call it once, when they are loaded.
 *
 * @param name the name of the file, such as `venues.json`.
 * @throws Error when the file is missing, is not JSON or does not match the shape; in the last case the message names the
 *   file and the place in it.
 */
export function readDictionary<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> {
  const file = new URL(`../../../../config/${name}`, import.meta.url)
  const parsed = shape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/${name}: ${z.prettifyError(parsed.error)}`)
}
