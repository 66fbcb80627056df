import { api } from '@scinav/contract'
import { type CasesOf, NOBODY, type Scene } from './case.ts'

/** Nothing listens there: a test of it fails at once, and says so. */
const SERVER = { name: '工具', url: 'http://127.0.0.1:1/mcp', inside: true }

const saved = async ({ ada }: Scene) => ({ id: (await ada.call(api.mcp.save, SERVER)).id })

/** An inactive server is nobody's: to a person it looks like one that does not exist. */
const inactive = async ({ ada }: Scene) => (await ada.call(api.mcp.save, { ...SERVER, active: false })).id

/** A server whose tools a test has found. */
async function found(scene: Scene) {
  const { id } = await saved(scene)
  await scene.app.base.db
    .updateTable('mcp_servers')
    .set({ found_hash: 'h1', found_tools: '[]' })
    .where('id', '=', id)
    .execute()
  return { id, hash: 'h1' }
}

export const mcpCases: CasesOf<typeof api.mcp> = {
  servers: { valid: () => ({}) },
  enable: {
    valid: async (scene) => ({ ...(await saved(scene)), enabled: true }),
    bad: { id: 'x', enabled: 'perhaps' },
    foreign: async (scene) => [
      { id: await inactive(scene), enabled: true },
      { id: NOBODY, enabled: true },
    ],
  },
  adminServers: { valid: () => ({}) },
  save: { valid: () => SERVER, bad: { name: '', url: 'ftp://x', secrets: [{ name: 'a b', value: null }] } },
  remove: { valid: saved, bad: { id: 'x'.repeat(65) } },
  test: { valid: saved, bad: { id: 'x'.repeat(65) } },
  approve: { valid: found, bad: { id: 'x', hash: 7 } },
  calls: { valid: () => ({ server_id: 'x' }), bad: { page_size: 101 } },
}
