// Tools of external MCP servers in chats, and the product's own MCP server.

export type { ToolMaker } from './define-tool.ts'
export { serveRequest } from './mcp-server.service.ts'
export { toolsFor } from './tools.ts'
