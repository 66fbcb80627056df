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

/** A tool that this product offers to other programs. */
export interface ServedTool {
  name: string
  title: string
  /** In Chinese and in English. */
  description: string
  input: z.ZodObject
  output: z.ZodObject
  /** Whether it creates something; when omitted, it only reads. */
  writes?: true
  /** Whether it may query external services that the calling program names. */
  asksOutside?: true
  /** Receives input parsed by `input`; `text` is for reading, `data` matches `output`. */
  run: (input: unknown) => Promise<{ text: string; data: Record<string, unknown> }>
}

interface McpServerOptions {
  name: string
  title: string
  version: string
  instructions: string
  tools: ServedTool[]
  /** Receives unexpected failures. */
  reportFailure: (error: unknown) => void
}

/**
 * Answers one request of the Model Context Protocol (streamable HTTP, 2025-06-18) without a session: every request is
 * independent, so a revoked token is void at once.
 */
export async function handleMcpRequest(
  request: Request,
  body: unknown,
  options: McpServerOptions,
): Promise<Response> {
  const { name, title, version, instructions } = options
  if (Array.isArray(body)) return rejectBatch()
  const server = new Server(
    { name, title, version },
    // The cast is for a generic function in its types; ours accepts no schema.
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: NO_VALIDATOR as never },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: options.tools.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(options, params))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    // The package's types do not support exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<Server['connect']>[0])
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

/**
 * Refuses a batch. Batches were removed from the protocol; in one, a request could cancel another, and the server would
 * wait for its response forever.
 */
function rejectBatch(): Response {
  const error = { code: ErrorCode.InvalidRequest, message: 'Batches are not supported' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}

const schemaCache = new WeakMap<z.ZodObject, object>()

/** Returns the JSON Schema of a schema, converted once. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const converted = schemaCache.get(schema) ?? z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  schemaCache.set(schema, converted)
  // The schema of an object has `type: 'object'`, which the general type does not express.
  return converted as Tool['inputSchema']
}

/** Returns the description of a tool for the list of tools. */
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

/** Longest part of an unknown tool's name in a message. */
const MAX_NAME_CHARS = 100

/** Calls a tool; a failure that the calling program can correct is a result, not an error. */
async function callTool(
  { tools, reportFailure }: McpServerOptions,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = tools.find(({ name }) => name === params.name)
  if (!tool)
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, MAX_NAME_CHARS)}`)
  const input = tool.input.safeParse(stripNul(params.arguments ?? {}))
  if (!input.success) return failedCall(issuesMessage(input.error.issues))
  try {
    const { text, data } = await tool.run(input.data)
    return { content: [{ type: 'text', text }], structuredContent: tool.output.parse(data) }
  } catch (error) {
    if (error instanceof AppError) return failedCall(describeProblem(error))
    reportFailure(error)
    return failedCall('服务器出错了，请稍后重试')
  }
}

/** Builds the result of a failed call, which the model reads in order to correct it. */
const failedCall = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

const issuesMessage = (issues: readonly { path: PropertyKey[]; message: string }[]) =>
  `参数有误：${issues.map(({ path, message }) => `${path.join('.') || '参数'}：${message}`).join('；')}`

function describeProblem({ message, details }: AppError): string {
  const { issues } = details as { issues?: { path: string[] | string; message: string }[] }
  if (!issues) return message
  return `${message}：${issues.map((issue) => issue.message).join('；')}`
}
