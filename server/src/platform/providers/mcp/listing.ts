import { hash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ListToolsResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { McpFault, type McpTool } from './port.ts'
import { visibleJson, visibleText } from './visible-text.ts'

// Limits of what a model reads of a tool, in UTF-16 units.
/** Longer descriptions are truncated. */
const MAX_DESCRIPTION_CHARS = 2_000
/** Longer texts in a schema are truncated. */
const MAX_SCHEMA_TEXT_CHARS = 500
/** A tool whose schema is longer, as JSON, is refused. */
const MAX_SCHEMA_CHARS = 20_000
/** A longer name of a tool is truncated in messages. */
const MAX_NAME_CHARS = 60

/**
 * Lists all tools of a server, with a hash that identifies them.
 *
 * @throws McpFault when there are more than `max_tools`, two share a name, or a schema is too long.
 */
export async function listTools(
  client: Client,
  max_tools: number,
): Promise<{ tools: McpTool[]; hash: string }> {
  const found: Tool[] = []
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: 'tools/list', params }, ListToolsResultSchema)
    found.push(...page.tools)
    cursor = page.nextCursor
    // Empty pages that each name a further one could go on forever: they are refused alike.
    if (found.length > max_tools || (cursor && page.tools.length === 0))
      throw new McpFault(`工具超过 ${max_tools} 个，请让对方减少后再用`)
  } while (cursor)
  if (new Set(found.map(({ name }) => name)).size < found.length)
    throw new McpFault('有两个工具名称相同，无法区分')
  return { tools: found.map(cleanTool), hash: hashTools(found) }
}

/**
 * Converts a tool for a model: long texts are truncated and invisible characters removed, except in the name, by which
 * it is called.
 *
 * @throws McpFault when its schema is too long.
 */
function cleanTool({ name, description = '', inputSchema, annotations }: Tool): McpTool {
  const parameters = visibleJson(inputSchema, MAX_SCHEMA_TEXT_CHARS) as object
  if (JSON.stringify(parameters).length > MAX_SCHEMA_CHARS)
    throw new McpFault(`工具 ${visibleText(name, MAX_NAME_CHARS)} 的参数说明过长`)
  return {
    name,
    description: visibleText(description, MAX_DESCRIPTION_CHARS),
    parameters,
    read_only: annotations?.readOnlyHint === true,
  }
}

/**
 * Returns the SHA-256, in hex, over name, title, description, input schema and annotations of the tools as the server
 * sent them. The order of tools and keys does not change it.
 */
function hashTools(tools: Tool[]): string {
  const statements = tools.map(({ name, title, description, inputSchema, annotations }) =>
    sortKeys({ name, title, description, inputSchema, annotations }),
  )
  return hash('sha256', JSON.stringify(statements.map((tool) => JSON.stringify(tool)).sort()), 'hex')
}

/** Returns a JSON value with its keys sorted. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]))
}
