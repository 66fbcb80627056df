import { z } from 'zod'

export type JsonObject = Record<string, unknown>

/** Creates the schemas of one document; schemas that are recursive or referenced become components. */
export function createSchemaRegistry() {
  const names = new Map<string, string>()
  const components: Record<string, JsonObject> = {}

  function nameOf(definition: unknown): string {
    const text = JSON.stringify(definition)
    const known = names.get(text)
    if (known) return known
    const name = `Shape${names.size + 1}`
    names.set(text, name)
    return name
  }

  /**
   * Converts a schema. zod's references point to the schema's own root and its `$defs`; here they point to components.
   */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
    const { $schema: _, $defs = {}, ...root } = made
    const targets = new Map(Object.entries($defs).map(([key, value]) => [`#/$defs/${key}`, nameOf(value)]))
    if (hasReference(made, '#')) targets.set('#', nameOf(root))
    for (const value of Object.values($defs))
      components[nameOf(value)] = redirectReferences(value, targets) as JsonObject
    const own = redirectReferences(root, targets) as JsonObject
    const name = targets.get('#')
    if (!name) return own
    components[name] = own
    return schemaReference(name)
  }

  return { schemaOf, components }
}

const schemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const hasReference = (value: unknown, to: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, each]) => (key === '$ref' ? each === to : hasReference(each, to)))

function redirectReferences(value: unknown, targets: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => redirectReferences(each, targets))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: unknown }
  const name = typeof $ref === 'string' ? targets.get($ref) : undefined
  if (name) return schemaReference(name)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, redirectReferences(each, targets)]),
  )
}
