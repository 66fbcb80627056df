import { readFileSync } from 'node:fs'
import { resourceAccess } from '@scinav/contract'
import { z } from 'zod'

const FOLDER = new URL('../../../../config/resources/', import.meta.url)

const name = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)
const resourceClass = z.strictObject({ id: name, name: z.string().min(2).max(20) })
const entry = z.strictObject({
  id: name,
  name: z.string().trim().min(2).max(60),
  access: z.enum(resourceAccess),
  url: z.url({ protocol: /^https$/ }),
  description: z.string().trim().min(10).max(120),
})

/** @throws when a file does not fit; the message says where. */
function read<Shape extends z.ZodType>(file: string, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/resources/${file}: ${z.prettifyError(parsed.error)}`)
}

/** The categories of literature databases: one file of `config/resources/` each. */
export const resourceClasses = read('classes.json', z.array(resourceClass).min(1))

/** Every literature database, by category. */
export const resources = resourceClasses.flatMap(({ id }) =>
  read(`${id}.json`, z.array(entry)).map((each) => ({ ...each, class_id: id })),
)
