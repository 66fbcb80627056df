import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

const SAMPLE_PROMPT = { name: '概括', content: '请概括这篇论文', type: 'read' }

const createPrompt = async (person: Person) => (await person.call(api.tools.addPrompt, SAMPLE_PROMPT)).id
const getPrivateDataset = (person: Person) => person.call(api.datasets.privateId, {})

export const toolsCases: CallCases<typeof api.tools> = {
  categories: { valid: () => ({}) },
  list: { valid: () => ({ category_id: 'write', keyword: '润色' }), bad: { keyword: 'x'.repeat(101) } },
  mine: { valid: () => ({}) },
  mark: { valid: () => ({ tool_id: 'academic_qa' }), bad: { tool_id: '' } },
  setMark: { valid: () => ({ tool_id: 'academic_qa', marked: true }), bad: { tool_id: '', marked: 'x' } },
  recommended: { valid: () => ({}) },
  agents: { valid: () => ({ index_flag: 'false' }), bad: { index_flag: 'maybe' } },
  knowledgeBaseAgent: { valid: () => ({}) },
  ofDataset: {
    valid: async ({ ada }) => ({ dataset_id: await getPrivateDataset(ada) }),
    bad: { dataset_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ dataset_id: await getPrivateDataset(bo) }, { dataset_id: UNKNOWN_ID }],
  },
  external: { valid: () => ({ keyword: '翻译' }), bad: { keyword: 'x'.repeat(101) } },
  prompt: {
    valid: async ({ app }) => ({ type: 'compare', paper_id_list: await addPapers(app.base, ['A', 'B']) }),
    bad: { type: 'praise' },
  },
  questions: {
    valid: () => ({ application_id: 'academic_qa' }),
    bad: {},
    foreign: async ({ bo }) => [{ dataset_id: await getPrivateDataset(bo) }, { dataset_id: UNKNOWN_ID }],
  },
  papersByPart: { valid: () => ({ question: '锂枝晶怎样生长' }), bad: { question: ' ' } },
  prompts: { valid: () => ({ keyword: '论文' }), bad: { type: 'x'.repeat(33) } },
  addPrompt: { valid: () => SAMPLE_PROMPT, bad: { name: '', content: 'x'.repeat(8_001) } },
  changePrompt: {
    valid: async ({ ada }) => ({ ...SAMPLE_PROMPT, id: await createPrompt(ada), name: '另一个名称' }),
    bad: { ...SAMPLE_PROMPT, id: 'x', name: '' },
    foreign: async ({ bo }) => [
      { ...SAMPLE_PROMPT, id: await createPrompt(bo) },
      { ...SAMPLE_PROMPT, id: UNKNOWN_ID },
    ],
  },
  removePrompt: {
    valid: async ({ ada }) => ({ id: await createPrompt(ada) }),
    bad: { id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ id: await createPrompt(bo) }, { id: UNKNOWN_ID }],
  },
}

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
