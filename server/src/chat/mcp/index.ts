// Tools of other servers in chats, and the product as such a server.
export { serveRequest, type ToolMaker } from './mcp-server.service.ts'
export { toolsFor } from './tools.ts'
