import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Reads and validates a file of `config/`.
 *
 * @throws Error when the file does not match the shape; the message names the place.
 */
export function readDictionary<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> {
  const file = new URL(`../../../../config/${name}`, import.meta.url)
  const parsed = shape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/${name}: ${z.prettifyError(parsed.error)}`)
}
