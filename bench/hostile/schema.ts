import type { Endpoint } from '../../contract/src/index.ts'

type InputSchema = Endpoint['output']

/** The parts of a zod schema's definition that inputs of calls use. */
interface ZodDefinition {
  type: string
  shape?: Record<string, InputSchema>
  element?: InputSchema
  innerType?: InputSchema
  in?: InputSchema
  out?: InputSchema
  options?: InputSchema[]
  entries?: Record<string, string>
  values?: unknown[]
  valueType?: InputSchema
}

/** Length of a text where the schema sets no limit; longer than any request body may be. */
const MAX_TEXT_CHARS = 200_000
const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/**
 * Builds an input of a call with `text` in every text field, truncated to each field's limit; `given` contains the
 * values of fields by name. Undefined when nothing is to be sent.
 */
export function buildInput(
  schema: InputSchema,
  text: string,
  given: Record<string, unknown>,
  name = '',
): unknown {
  if (name in given) return given[name]
  // zod does not type the definition of a schema.
  const definition = schema._zod.def as unknown as ZodDefinition
  const go = (inner: InputSchema | undefined, as = name) => inner && buildInput(inner, text, given, as)
  const { type, shape, element, innerType, options } = definition
  if (WRAPPERS.has(type)) return go(innerType)
  switch (type) {
    case 'string':
      return text.slice(0, maxTextLength(schema))
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'enum':
      return Object.values(definition.entries ?? {})[0]
    case 'literal':
      return definition.values?.[0]
    case 'array':
      return [go(element)].filter((each) => each !== undefined)
    case 'object':
      return Object.fromEntries(Object.entries(shape ?? {}).map(([key, inner]) => [key, go(inner, key)]))
    case 'record':
      return { key: go(definition.valueType) }
    case 'union':
      return go(options?.[0])
    case 'pipe':
      return go(isTransform(definition.in) ? definition.out : definition.in)
    default:
      return undefined
  }
}

const isTransform = (schema: InputSchema | undefined) => schema?._zod.def.type === 'transform'

function maxTextLength(schema: InputSchema): number {
  const { maxLength } = schema as { maxLength?: number | null }
  return Math.min(MAX_TEXT_CHARS, maxLength ?? MAX_TEXT_CHARS)
}
