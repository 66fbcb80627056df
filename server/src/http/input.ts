import type { Endpoint } from '@scinav/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../foundation/errors.ts'
import { isDeeper } from './nesting.ts'

/** No call of ours needs more than a dozen. */
const DEEPEST = 64

/**
 * JSON alone is read, and an empty body is an empty object: what a cross-site form can send is not. A body of too
 * many levels is refused here, before anything that calls itself for each of them (checks, JSON.stringify) sees it.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else
      parseJson(request, body as string, (error, value) => {
        if (error || !isDeeper(value, DEEPEST)) done(error, value)
        else done(invalid('', `内容嵌套过深，最多 ${DEEPEST} 层`))
      })
  })
}

/**
 * Path, query and body as the one flat object that the endpoint's input describes, checked.
 *
 * @throws AppError `input.invalid` with `issues: [{ path, message }]`, messages in Chinese.
 */
export function readInput(endpoint: Endpoint, request: FastifyRequest): object {
  const body = endpoint.upload || endpoint.form ? undefined : request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new AppError('input.invalid', { issues: [{ path: '', message: '请提交一个 JSON 对象' }] })
  const flat = { ...body, ...plainKeys(request.query as object), ...(request.params as object) }
  const parsed = endpoint.input.safeParse(flat)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('input.invalid', { issues })
}

/** `ids[]=1` means `ids`. */
function plainKeys(query: object): object {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key.replace(/\[\]$/, ''), value]))
}
