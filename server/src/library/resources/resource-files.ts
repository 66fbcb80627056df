import { readFileSync } from 'node:fs'
import { resourceAccess } from '@scinav/contract'
import { z } from 'zod'

const RESOURCES_FOLDER = new URL('../../../../config/resources/', import.meta.url)

const idShape = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)
const resourceClassShape = z.strictObject({ id: idShape, name: z.string().min(2).max(20) })
const resourceShape = z.strictObject({
  id: idShape,
  name: z.string().trim().min(2).max(60),
  access: z.enum(resourceAccess),
  url: z.url({ protocol: /^https$/ }),
  description: z.string().trim().min(10).max(120),
})

/**
 * Reads and validates a file of `config/resources`.
 *
 * @throws Error when the file does not match the shape; the message names the place.
 */
function readResourceFile<Shape extends z.ZodType>(file: string, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(JSON.parse(readFileSync(new URL(file, RESOURCES_FOLDER), 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/resources/${file}: ${z.prettifyError(parsed.error)}`)
}

/** The categories of literature databases; each has its own file in `config/resources`. */
export const RESOURCE_CLASSES = readResourceFile('classes.json', z.array(resourceClassShape).min(1))

/** All literature databases, ordered by category. */
export const RESOURCES = RESOURCE_CLASSES.flatMap(({ id }) =>
  readResourceFile(`${id}.json`, z.array(resourceShape)).map((each) => ({ ...each, class_id: id })),
)
