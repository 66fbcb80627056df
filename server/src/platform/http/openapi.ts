import { api, type Endpoint } from '@scinav/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Route } from './implement.ts'

/** Serves the calls as OpenAPI 3.1 and as an HTML page, both generated from the contract. */
export function serveOpenApi(app: FastifyInstance, routes: Route[]): void {
  const endpoints = routes.map((route) => route.endpoint)
  // Generated at the first request: describing every call takes longer than the rest of the start.
  let document: JsonObject | undefined
  let page: string | undefined
  app.get('/api/openapi.json', async () => {
    document ??= describeCalls(endpoints)
    return document
  })
  app.get('/api/docs', async (_request, reply) => {
    page ??= renderCalls(endpoints)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

/** Returns the OpenAPI document of the endpoints. */
function describeCalls(endpoints: Endpoint[]): JsonObject {
  const { schemaOf, components } = createSchemaRegistry()
  const paths: Record<string, JsonObject> = {}
  for (const endpoint of endpoints) {
    const operation = describeCall(endpoint, schemaOf)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'SciNav',
      version: '1',
      description: 'Every answer is an envelope { code, data, message }.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: { type: 'http', scheme: 'bearer', description: 'An access token of the scope that is named' },
      },
      schemas: { Failure: FAILURE_SCHEMA, ...components },
    },
    paths,
  }
}

/** Operation ids: the group and the name of a call in the contract. */
const ENDPOINT_NAMES = new Map<Endpoint, string>(
  Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${group}_${name}`]),
  ),
)

const ISSUES_SCHEMA = {
  type: 'array',
  items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
}

/** The envelope of a failure; `data` is the address of the log-in page when nobody is logged in. */
const FAILURE_SCHEMA = {
  type: 'object',
  required: ['code', 'data', 'message'],
  properties: {
    code: { type: 'integer' },
    data: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          required: ['problem'],
          properties: { problem: { type: 'string' }, issues: ISSUES_SCHEMA },
        },
      ],
    },
    message: { type: 'string' },
  },
}

type SchemaOf = ReturnType<typeof createSchemaRegistry>['schemaOf']

/** Returns the operation of a call: parameters in path and query, its body, and its reply. */
function describeCall(endpoint: Endpoint, schemaOf: SchemaOf): JsonObject {
  const input = schemaOf(endpoint.input, 'input')
  const properties = (input.properties ?? {}) as JsonObject
  const required = (input.required ?? []) as string[]
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
  const remaining = Object.keys(properties).filter((name) => !pathNames.includes(name))
  const parameter = (where: string) => (name: string) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  })
  // The body of an upload is the bytes themselves.
  const queryNames = endpoint.method === 'GET' || endpoint.upload || endpoint.form ? remaining : []
  const inBody = {
    ...input,
    properties: Object.fromEntries(remaining.map((name) => [name, properties[name]])),
    required: required.filter((name) => remaining.includes(name)),
  }
  const failed = jsonBody({ $ref: '#/components/schemas/Failure' })
  return {
    operationId: ENDPOINT_NAMES.get(endpoint),
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [
      ...pathNames.map(parameter('path')),
      ...queryNames.map(parameter('query')),
      ...extraHeaders(endpoint),
    ],
    ...(endpoint.method === 'GET' ? {} : { requestBody: callBody(endpoint, inBody) }),
    responses: {
      200: describeReply(endpoint, schemaOf),
      default: { description: 'A failure in the same envelope', ...failed },
    },
  }
}

/** What opens a call: a session, or an access token of its scope. */
const securityOf = ({ access, token_scope }: Endpoint): JsonObject[] => {
  if (access === 'public') return []
  return [{ session: [] }, ...(token_scope ? [{ token: [token_scope] }] : [])]
}

/** The header that calls with effects require of sessions (see `requireOwnFrontEnd`). */
function extraHeaders(endpoint: Endpoint): JsonObject[] {
  if (endpoint.method === 'GET' && !endpoint.writes) return []
  const required = endpoint.token_scope === undefined
  return [{ name: 'X-Login-Type', in: 'header', required, schema: { const: 'front' } }]
}

const BYTES_BODY = { content: { 'application/octet-stream': {} } }

/** A form of files, with those other fields that the call knows. */
const formBody = (fields: readonly string[] = [], inBody: JsonObject): JsonObject => {
  const others = Object.entries(inBody.properties as JsonObject).filter(([name]) => fields.includes(name))
  const properties = { file: { type: 'string', contentEncoding: 'binary' }, ...Object.fromEntries(others) }
  return { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } }
}

/** Returns the body of a call: bytes, a form with a file, or JSON. */
const callBody = ({ upload, form: takesForm }: Endpoint, inBody: JsonObject): JsonObject => {
  if (upload) return BYTES_BODY
  return takesForm ? formBody(takesForm.fields, inBody) : jsonBody(inBody)
}

const jsonBody = (schema: JsonObject) => ({ content: { 'application/json': { schema } } })

/** Returns the successful response of a call. */
function describeReply(endpoint: Endpoint, schemaOf: SchemaOf): JsonObject {
  const data = schemaOf(endpoint.output, 'output')
  if (endpoint.reply === 'file') return { description: 'The file', ...BYTES_BODY }
  if (endpoint.reply === 'stream')
    return {
      description: 'Server-sent events; the schema is that of the `data` of one',
      content: { 'text/event-stream': { schema: data } },
    }
  const code = { const: endpoint.success_code ?? 200 }
  const properties = { code, data, message: { type: 'string' } }
  const envelope = { type: 'object', required: Object.keys(properties), properties }
  const { content } = jsonBody(envelope)
  if (endpoint.reply !== 'json-or-file') return { description: 'Success', content }
  return { description: 'Success, or the file', content: { ...content, ...BYTES_BODY.content } }
}

/** Returns the table of all calls as an HTML page. */
function renderCalls(endpoints: Endpoint[]): string {
  const rows = endpoints.map(
    (endpoint) => `<tr><td>${endpoint.method}</td><td><code>${endpoint.path}</code></td>
<td>${escapeHtml(endpoint.summary)}</td><td>${endpoint.access}</td>
<td><code>${escapeHtml(Object.keys(inputFields(endpoint)).join(', '))}</code></td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SciNav API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page-assets/page.css"></head>
<body class="reference"><main><h1>SciNav API</h1>
<p>The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>. Every answer is an envelope
<code>{ code, data, message }</code>; changes need the header <code>X-Login-Type: front</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th><th>Input</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></main></body></html>`
}

const inputFields = ({ input }: Endpoint): JsonObject =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

type JsonObject = Record<string, unknown>

/** Creates the schemas of one document; schemas that are recursive or referenced become components. */
function createSchemaRegistry() {
  const names = new Map<string, string>()
  const components: Record<string, JsonObject> = {}

  /** Returns the name of a component, such as `Shape1`; equal definitions share one. */
  function nameOf(definition: unknown): string {
    const text = JSON.stringify(definition)
    const existing = names.get(text)
    if (existing) return existing
    const name = `Shape${names.size + 1}`
    names.set(text, name)
    return name
  }

  /**
   * Converts a schema. zod's references point to the schema's own root and its `$defs`; here they point to components.
   */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
    const { $schema: _, $defs = {}, ...root } = converted
    const targets = new Map(Object.entries($defs).map(([key, value]) => [`#/$defs/${key}`, nameOf(value)]))
    if (hasReference(converted, '#')) targets.set('#', nameOf(root))
    for (const value of Object.values($defs))
      components[nameOf(value)] = redirectReferences(value, targets) as JsonObject
    const redirected = redirectReferences(root, targets) as JsonObject
    const name = targets.get('#')
    if (!name) return redirected
    components[name] = redirected
    return schemaReference(name)
  }

  return { schemaOf, components }
}

const schemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** Returns whether a `$ref` to `to` occurs anywhere in a JSON value. */
const hasReference = (value: unknown, to: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, each]) => (key === '$ref' ? each === to : hasReference(each, to)))

/** Replaces every reference that is a key of `targets` by one to the component of that name. */
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
