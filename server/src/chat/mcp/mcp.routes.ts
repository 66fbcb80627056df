import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import {
  approveTools,
  listAdminServers,
  listCalls,
  removeServer,
  saveServer,
  testServer,
} from './operator.service.ts'
import { enableServer, listServers } from './server.service.ts'

/** The calls of tool servers (MCP): what users enable and what operators set up. */
export const mcpRoutes = implement(api.mcp, {
  servers: listServers,
  enable: enableServer,
  adminServers: listAdminServers,
  save: saveServer,
  remove: removeServer,
  test: testServer,
  approve: approveTools,
  calls: listCalls,
})
