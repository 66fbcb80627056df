import type { McpTool } from '../../platform/providers/mcp/port.ts'

/** Maximum length of the name of a function in the calls of chat models. */
const MAX_TOOL_NAME_CHARS = 64
/** Room for the number that tells equal names apart: `_123`. */
const NUMBER_SUFFIX_CHARS = 4

/** Returns unique names of the tools that every model accepts: letters, digits, `_` and `-`, at most 64 characters. */
export function uniqueNames(prefix: string, tools: McpTool[]): string[] {
  const taken = new Set<string>()
  return tools.map(({ name }) => {
    const candidate = `${prefix}__${name.replace(/[^\w-]/g, '_')}`.slice(0, MAX_TOOL_NAME_CHARS)
    const shortened = candidate.slice(0, MAX_TOOL_NAME_CHARS - NUMBER_SUFFIX_CHARS)
    const unique = taken.has(candidate) ? `${shortened}_${taken.size}` : candidate
    taken.add(unique)
    return unique
  })
}
