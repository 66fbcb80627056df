import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * One file of `config/`, checked.
 *
 * @throws when the file does not fit; the message says where.
 */
export function readDictionary<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> {
  const file = new URL(`../../../../config/${name}`, import.meta.url)
  const parsed = shape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/${name}: ${z.prettifyError(parsed.error)}`)
}
