import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { stripNul } from '../../foundation/check-input.ts'
import { AppError } from '../../foundation/errors.ts'
import { NO_VALIDATOR } from './no-validator.ts'

/** A tool that this product offers to others. */
export interface ServedTool {
  name: string
  title: string
  /** In Chinese and in English. */
  description: string
  input: z.ZodObject
  output: z.ZodObject
  /** It makes something; left out, it reads only. */
  writes?: true
  /** It may ask services outside, where the program names them. */
  asksOutside?: true
  /** Takes what `input` has parsed; `text` is for reading, `data` fits `output`. */
  run: (input: unknown) => Promise<{ text: string; data: Record<string, unknown> }>
}

interface McpServerOptions {
  name: string
  title: string
  version: string
  instructions: string
  tools: ServedTool[]
  /** Told of failures that nobody expected. */
  failed: (error: unknown) => void
}

/**
 * Answers one request of the Model Context Protocol (streamable HTTP, 2025-06-18) without keeping a session: every
 * request stands for itself, so that a token that was revoked opens nothing any more.
 */
export async function handleMcpRequest(
  request: Request,
  body: unknown,
  serving: McpServerOptions,
): Promise<Response> {
  const { name, title, version, instructions } = serving
  if (Array.isArray(body)) return rejectBatch()
  const server = new Server(
    { name, title, version },
    // Its types want a generic function; ours never says yes.
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: NO_VALIDATOR as never },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: serving.tools.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(serving, params))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    // The package is not written for exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<Server['connect']>[0])
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

/** Batches left the protocol; in one, a request could cancel another and leave us waiting for its answer. */
function rejectBatch(): Response {
  const error = { code: ErrorCode.InvalidRequest, message: 'Batches are not supported' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}

const schemaCache = new WeakMap<z.ZodObject, object>()

/** A schema's JSON form, made once. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const made = schemaCache.get(schema) ?? z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  schemaCache.set(schema, made)
  // An object's schema has `type: 'object'`, which the general type does not say.
  return made as Tool['inputSchema']
}

function describeTool({ name, title, description, input, output, writes, asksOutside }: ServedTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(input, 'input'),
    outputSchema: jsonSchema(output, 'output'),
    annotations: { title, readOnlyHint: !writes, openWorldHint: asksOutside === true },
  }
}

async function callTool(
  { tools, failed }: McpServerOptions,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = tools.find(({ name }) => name === params.name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`)
  const input = tool.input.safeParse(stripNul(params.arguments ?? {}))
  if (!input.success) return failedCall(issuesMessage(input.error.issues))
  try {
    const { text, data } = await tool.run(input.data)
    return { content: [{ type: 'text', text }], structuredContent: tool.output.parse(data) }
  } catch (error) {
    if (error instanceof AppError) return failedCall(describeProblem(error))
    failed(error)
    return failedCall('服务器出错了，请稍后重试')
  }
}

/** A failed call that the model reads, so that it can do better. */
const failedCall = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

const issuesMessage = (issues: readonly { path: PropertyKey[]; message: string }[]) =>
  `参数有误：${issues.map(({ path, message }) => `${path.join('.') || '参数'}：${message}`).join('；')}`

function describeProblem({ message, details }: AppError): string {
  const { issues } = details as { issues?: { path: string[] | string; message: string }[] }
  if (!issues) return message
  return `${message}：${issues.map((issue) => issue.message).join('；')}`
}
