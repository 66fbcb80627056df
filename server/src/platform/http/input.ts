import type { Endpoint } from '@scinav/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput } from '../foundation/check-input.ts'
import { AppError, invalidInput } from '../foundation/errors.ts'

/** Greatest nesting depth of a JSON body; no call of ours needs more than a dozen levels. */
const MAX_JSON_DEPTH = 64

/**
 * Number of values allowed per mebibyte of a call's body limit: the longest lists have ten thousand names, and bodies
 * of whole records (16 MB) have room for thirty values in each of ten thousand.
 */
const VALUES_PER_MEBIBYTE = 20_000

const MEBIBYTE = 1024 * 1024

/**
 * Accepts JSON bodies only, and an empty body as an empty object: content types that a cross-site form can send are
 * refused. A body with too many levels or values is refused here, before anything that visits each of them (parsing,
 * validation, JSON.stringify) sees it.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    const max_values = Math.ceil(request.routeOptions.bodyLimit / MEBIBYTE) * VALUES_PER_MEBIBYTE
    const exceeded = exceededBound(text, { levels: MAX_JSON_DEPTH, values: max_values })
    if (exceeded === 'levels') done(invalidInput('', `内容嵌套过深，最多 ${MAX_JSON_DEPTH} 层`))
    else if (exceeded === 'values')
      done(invalidInput('', `内容的条目过多，最多 ${max_values} 个，请分几次提交`))
    else if (text === '') done(null, {})
    else parseJson(request, text, done)
  })
}

/**
 * Merges path, query and body into the flat object that the endpoint's input describes, and validates it.
 *
 * @throws AppError `input.invalid` with `issues: [{ path, message }]`, messages in Chinese.
 */
export function readInput(endpoint: Endpoint, request: FastifyRequest): object {
  const body = endpoint.upload || endpoint.form ? undefined : request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new AppError('input.invalid', { issues: [{ path: '', message: '请提交一个 JSON 对象' }] })
  // A name that occurs twice has the value of the path, else of the query.
  const flat = { ...body, ...stripBracketSuffix(request.query as object), ...(request.params as object) }
  return checkInput(endpoint, flat)
}

/** Removes the suffix of array parameters: `ids[]=1` means `ids`. */
function stripBracketSuffix(query: object): object {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key.replace(/\[\]$/, ''), value]))
}

/** Upper bounds of a JSON text. */
interface JsonBounds {
  /** Nesting depth of arrays and objects. */
  levels: number
  /** Number of values, including arrays and objects, counted by their separators. */
  values: number
}

// UTF-16 units of JSON's punctuation.
const QUOTE_CODE = 34
const COMMA_CODE = 44
const BACKSLASH_CODE = 92
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const BRACE_BIT = 32
const OPEN_CODE = 123
const CLOSE_CODE = 125

/**
 * Returns the bound that a JSON text exceeds, or null. One pass over the characters, O(n), before parsing: a text of 1
 * MB can have a million values, and parsing them blocks the thread for a tenth of a second.
 */
function exceededBound(text: string, { levels, values }: JsonBounds): keyof JsonBounds | null {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    // Brackets and commas inside a string do not count.
    if (unit === QUOTE_CODE) at = endOfString(text, at)
    const step = depthStep(unit)
    depth += step
    count += step > 0 || unit === COMMA_CODE ? 1 : 0
    if (depth > levels) return 'levels'
    if (count > values) return 'values'
  }
  return null
}

/** Returns 1 when a character opens an array or an object, -1 when it closes one, else 0. */
function depthStep(unit: number): number {
  const brace = unit | BRACE_BIT
  if (brace === OPEN_CODE) return 1
  return brace === CLOSE_CODE ? -1 : 0
}

/** Returns the offset of the closing quote of the string that begins at `from`; the end of the text when there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE_CODE) return at
    if (unit === BACKSLASH_CODE) at += 1
  }
  return text.length
}
