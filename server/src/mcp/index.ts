// Tools of other servers in chats, and the product as such a server.
export { serveRequest } from './mcp-server.service.ts'
export { toolsFor } from './tools.ts'
