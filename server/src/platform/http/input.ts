import type { Endpoint } from '@scinav/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput } from '../foundation/check-input.ts'
import { AppError, invalidInput } from '../foundation/errors.ts'
import { exceededBound } from './json-shape.ts'

/** Greatest nesting depth of a JSON body; no call of ours needs more than a dozen levels. */
const MAX_JSON_DEPTH = 64

/**
 * Number of values allowed per megabyte of a call's body limit: the longest lists have ten thousand names, and bodies
 * of whole records (16 MB) have room for thirty values in each of ten thousand.
 */
const VALUES_PER_MEGABYTE = 20_000

const MEGABYTE = 1024 * 1024

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
    const values = Math.ceil(request.routeOptions.bodyLimit / MEGABYTE) * VALUES_PER_MEGABYTE
    const beyond = exceededBound(text, { levels: MAX_JSON_DEPTH, values })
    if (beyond === 'levels') done(invalidInput('', `内容嵌套过深，最多 ${MAX_JSON_DEPTH} 层`))
    else if (beyond === 'values') done(invalidInput('', `内容的条目过多，最多 ${values} 个，请分几次提交`))
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
  const flat = { ...body, ...stripBracketSuffix(request.query as object), ...(request.params as object) }
  return checkInput(endpoint, flat)
}

/** Removes the suffix of array parameters: `ids[]=1` means `ids`. */
function stripBracketSuffix(query: object): object {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key.replace(/\[\]$/, ''), value]))
}
