// Tools of external MCP servers in chats, and the product's own MCP server.
export { serveRequest, type ToolMaker } from './mcp-server.service.ts'
export { toolsFor } from './tools.ts'
