import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { visibleText } from './visible-text.ts'

const MAX_RESULT_CHARS = 1_000_000

/**
 * Returns a tool's result as text for a model: its texts, or else its structured data; other content is replaced by a
 * note.
 */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((part) => {
    if (part.type === 'text') return part.text
    if (part.type === 'resource' && 'text' in part.resource) return part.resource.text
    if (part.type === 'resource_link') return `[${part.name}] ${part.uri}`
    return `[${part.type}：已省略]`
  })
  const text = parts.length > 0 || !structuredContent ? parts.join('\n') : JSON.stringify(structuredContent)
  return visibleText(text, MAX_RESULT_CHARS)
}
