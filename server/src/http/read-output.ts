import type { z } from 'zod'

/** Stands for a value that does not fit: the schema itself then says what is wrong with it. */
const MISFIT = Symbol('misfit')
type Read = (value: unknown) => unknown
type Check = (value: never) => boolean

/** A definition as zod 4 keeps it on every schema (`schema.def`), as far as it is understood here. */
interface Definition {
  type: string
  format?: string
  coerce?: boolean
  catchall?: unknown
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, unknown>
  values?: unknown[]
  checks?: { _zod: { def: { check: string } & Record<string, unknown> } }[]
}

/**
 * A schema's `parse` for what a service answers, several times as fast: it copies the fields that the schema has and
 * looks at their types and lengths. What it does not know, and what does not fit, goes to the schema.
 *
 * @throws ZodError as the schema's own `parse` does.
 */
export function outputReader(schema: z.ZodType): Read {
  let read: Read | undefined
  return (value) => {
    read ??= readerOf(schema)
    const output = read(value)
    return output === MISFIT ? schema.parse(value) : output
  }
}

function readerOf(schema: z.ZodType): Read {
  const definition = schema.def as unknown as Definition
  return quickReader(definition) ?? slowly(schema)
}

function slowly(schema: z.ZodType): Read {
  return (value) => {
    const { success, data } = schema.safeParse(value)
    return success ? data : MISFIT
  }
}

function quickReader(definition: Definition): Read | null {
  const { type, coerce, catchall, checks } = definition
  if (coerce || catchall) return null
  if (type === 'string' || type === 'number') return textOrNumber(definition)
  return checks === undefined || checks.length === 0 ? uncheckedReader(definition) : null
}

function uncheckedReader(definition: Definition): Read | null {
  switch (definition.type) {
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : MISFIT)
    case 'null':
      return (value) => (value === null ? value : MISFIT)
    case 'enum':
      return oneOf(Object.values(definition.entries ?? {}))
    case 'literal':
      return oneOf(definition.values ?? [])
    case 'array':
      return definition.element ? list(readerOf(definition.element)) : null
    case 'object':
      return definition.shape ? fields(definition.shape) : null
    default:
      return wrapped(definition)
  }
}

/** Schemas around others. */
function wrapped({ type, innerType, options }: Definition): Read | null {
  if (type === 'union' && options) return firstOf(options.map(readerOf))
  if (!innerType) return null
  const inner = readerOf(innerType)
  if (type === 'nullable') return (value) => (value === null ? value : inner(value))
  return type === 'optional' ? (value) => (value === undefined ? value : inner(value)) : null
}

function oneOf(values: unknown[]): Read {
  const all = new Set(values)
  return (value) => (all.has(value) ? value : MISFIT)
}

function firstOf(readers: Read[]): Read {
  return (value) => {
    for (const read of readers) {
      const output = read(value)
      if (output !== MISFIT) return output
    }
    return MISFIT
  }
}

function textOrNumber({ type, format, checks = [] }: Definition): Read | null {
  const known = checks.map(({ _zod }) => checkOf(_zod.def))
  if (format === 'safeint') known.push(Number.isSafeInteger)
  else if (format) return null
  if (!known.every((check) => check !== null)) return null
  const isRight = (value: unknown) => known.every((check) => check(value as never))
  if (type === 'string') return (value) => (typeof value === 'string' && isRight(value) ? value : MISFIT)
  return (value) => (Number.isFinite(value) && isRight(value) ? value : MISFIT)
}

function checkOf({
  check,
  minimum,
  maximum,
  format,
  value,
  inclusive,
}: Record<string, unknown>): Check | null {
  if (check === 'min_length') return (text: string) => text.length >= Number(minimum)
  if (check === 'max_length') return (text: string) => text.length <= Number(maximum)
  if (check === 'number_format' && format === 'safeint') return Number.isSafeInteger
  if (typeof value !== 'number' || !inclusive) return null
  if (check === 'greater_than') return (number: number) => number >= value
  return check === 'less_than' ? (number: number) => number <= value : null
}

function list(read: Read): Read {
  return (value) => {
    if (!Array.isArray(value)) return MISFIT
    const all: unknown[] = []
    for (const each of value) {
      const output = read(each)
      if (output === MISFIT) return MISFIT
      all.push(output)
    }
    return all
  }
}

function fields(shape: Record<string, z.ZodType>): Read {
  const readers = Object.entries(shape).map(([key, schema]) => ({ key, read: readerOf(schema) }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISFIT
    const all: Record<string, unknown> = {}
    for (const { key, read } of readers) {
      const output = read((value as Record<string, unknown>)[key])
      if (output === MISFIT) return MISFIT
      if (output !== undefined) all[key] = output
    }
    return all
  }
}
