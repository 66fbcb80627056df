import { api } from '@scinav/contract'
import { type CallCases, type CaseScene, UNKNOWN_ID } from './case.ts'

/** A server at an address where nothing listens: testing it fails at once with a message. */
const SAMPLE_SERVER = { name: '工具', url: 'http://127.0.0.1:1/mcp', inside: true }

const saveSampleServer = async ({ ada }: CaseScene) => ({
  id: (await ada.call(api.mcp.save, SAMPLE_SERVER)).id,
})

/** Adds an inactive server, which users see as unknown. */
const saveInactiveServer = async ({ ada }: CaseScene) =>
  (await ada.call(api.mcp.save, { ...SAMPLE_SERVER, active: false })).id

/** Adds a server whose tools a test has found. */
async function saveTestedServer(scene: CaseScene) {
  const { id } = await saveSampleServer(scene)
  await scene.app.base.db
    .updateTable('mcp_servers')
    .set({ found_hash: 'h1', found_tools: '[]' })
    .where('id', '=', id)
    .execute()
  return { id, hash: 'h1' }
}

export const mcpCases: CallCases<typeof api.mcp> = {
  servers: { valid: () => ({}) },
  enable: {
    valid: async (scene) => ({ ...(await saveSampleServer(scene)), enabled: true }),
    bad: { id: 'x', enabled: 'perhaps' },
    foreign: async (scene) => [
      { id: await saveInactiveServer(scene), enabled: true },
      { id: UNKNOWN_ID, enabled: true },
    ],
  },
  adminServers: { valid: () => ({}) },
  save: {
    valid: () => SAMPLE_SERVER,
    bad: { name: '', url: 'ftp://x', secrets: [{ name: 'a b', value: null }] },
  },
  remove: { valid: saveSampleServer, bad: { id: 'x'.repeat(65) } },
  test: { valid: saveSampleServer, bad: { id: 'x'.repeat(65) } },
  approve: { valid: saveTestedServer, bad: { id: 'x', hash: 7 } },
  calls: { valid: () => ({ server_id: 'x' }), bad: { page_size: 101 } },
}
