import { api, type InputOf } from '@scinav/contract'
import type { AnswerTool } from '../answers/index.ts'
import { toolsFor } from '../chat/mcp/tools.ts'
import type { Person } from './cases/case.ts'
import { type PeerTool, startMcpPeer } from './mcp-peer.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Signal for calls that are never aborted. */
export const NEVER_ABORTED = new AbortController().signal

const PEER_TOOLS: PeerTool[] = [
  { name: 'find', description: 'Finds things.', annotations: { readOnlyHint: true } },
  { name: 'note/add', description: 'Adds a note.' },
]

type ServerInput = Partial<InputOf<typeof api.mcp.save>>

/** Creates an operator, two users, and an MCP server that has not been added. */
export async function mcpScene(tools = PEER_TOOLS, env: Record<string, string> = {}) {
  const app = await testApp({ env })
  const [ada, lin, bo] = [await app.signUp('Ada'), await app.signUp('Lin'), await app.signUp('Bob')]
  const peer = await startMcpPeer(tools)
  const save = (more: ServerInput = {}) =>
    ada.call(api.mcp.save, { name: 'Notes', url: peer.url, inside: true, ...more })
  return { app, ada, lin, bo, peer, save }
}

/** Tests a server and approves the tools found. */
export async function approveServer(ada: Person, id: string) {
  const { server } = await ada.call(api.mcp.test, { id })
  return ada.call(api.mcp.approve, { id, hash: server.found?.hash ?? '' })
}

/** Creates the same scene with the server added, approved and enabled by Lin. */
export async function mcpEnabledScene(more: ServerInput = {}, env: Record<string, string> = {}) {
  const all = await mcpScene(PEER_TOOLS, env)
  const { id } = await all.save(more)
  await approveServer(all.ada, id)
  await all.lin.call(api.mcp.enable, { id, enabled: true })
  return { ...all, id }
}

/** Returns a user's tools for one answer. */
export const personTools = (app: TestApp, person: { id: string }, ids: string[]): Promise<AnswerTool[]> =>
  toolsFor({ ...app.base, actor: { id: person.id } }, ids)

/** Returns a tool by its full name. */
export async function findPersonTool(app: TestApp, person: { id: string }, id: string, name = 'notes__find') {
  const found = (await personTools(app, person, [id])).find((each) => each.name === name)
  if (!found) throw new Error(`no tool ${name}`)
  return found
}
