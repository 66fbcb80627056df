import type { Endpoint } from '@scinav/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Route } from './implement.ts'

type Json = Record<string, unknown>

/** Serves the calls as OpenAPI 3.1 and as a page to read, both made from the contract. */
export function serveOpenApi(app: FastifyInstance, routes: Route[]): void {
  const endpoints = routes.map((route) => route.endpoint)
  // Made when they are first asked for: describing every call takes longer than the rest of the start.
  let document: Json | undefined
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

function describeCalls(endpoints: Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const operation = describeCall(endpoint)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'SciNav',
      version: '1',
      description: 'Every answer is an envelope { code, data, message }.',
    },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
    paths,
  }
}

function describeCall(endpoint: Endpoint): Json {
  const input = schemaOf(endpoint.input, 'input')
  const properties = (input.properties ?? {}) as Json
  const required = (input.required ?? []) as string[]
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameter = (where: string) => (name: string) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const inQuery = endpoint.method === 'GET' || endpoint.upload ? rest : []
  return {
    summary: endpoint.summary,
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map(parameter('path')),
      ...inQuery.map(parameter('query')),
      ...ownHeader(endpoint),
    ],
    ...(endpoint.method === 'GET' ? {} : { requestBody: endpoint.upload ? bytes : jsonBody(input) }),
    responses: { 200: describeReply(endpoint), default: { description: 'A failure in the same envelope' } },
  }
}

function ownHeader(endpoint: Endpoint): Json[] {
  if (endpoint.method === 'GET' && !endpoint.writes) return []
  return [{ name: 'X-Login-Type', in: 'header', required: true, schema: { const: 'front' } }]
}

const bytes = { content: { 'application/octet-stream': {} } }
const jsonBody = (schema: Json) => ({ content: { 'application/json': { schema } } })

function describeReply(endpoint: Endpoint): Json {
  const data = schemaOf(endpoint.output, 'output')
  if (endpoint.reply === 'file') return { description: 'The file', ...bytes }
  if (endpoint.reply === 'stream')
    return { description: 'Server-sent events', content: { 'text/event-stream': { itemSchema: data } } }
  const code = { const: endpoint.success_code ?? 200 }
  const envelope = { type: 'object', properties: { code, data, message: { type: 'string' } } }
  const { content } = jsonBody(envelope)
  if (endpoint.reply !== 'json-or-file') return { description: 'Success', content }
  return { description: 'Success, or the file', content: { ...content, ...bytes.content } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

function renderCalls(endpoints: Endpoint[]): string {
  const rows = endpoints.map(
    (endpoint) => `<tr><td>${endpoint.method}</td><td><code>${endpoint.path}</code></td>
<td>${escapeHtml(endpoint.summary)}</td><td>${endpoint.access}</td>
<td><code>${escapeHtml(Object.keys((schemaOf(endpoint.input, 'input').properties ?? {}) as Json).join(', '))}</code></td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SciNav API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page-assets/page.css"></head>
<body class="reference"><main><h1>SciNav API</h1>
<p>The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>. Every answer is an envelope
<code>{ code, data, message }</code>; changes need the header <code>X-Login-Type: front</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th><th>Input</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></main></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
