// Knowledge bases with files for the pictures of `npm run screens`.
import type { BrowserContext } from '@playwright/test'
import { pdfOf } from '../../documents/src/testing/pdf-builder.ts'
import type { RunningServer } from '../../e2e/support/server.ts'

const headers = { 'x-login-type': 'front' }

const SCENE_FILES: [name: string, heading: string][] = [
  ['界面阻抗测试_2024.pdf', 'Interface impedance under stack pressure'],
  [
    'Fundamentals of inorganic solid-state electrolytes for batteries, with a name that is as long as those of some publishers are.pdf',
    'Solid electrolytes',
  ],
  ['硫化物合成记录.pdf', 'Synthesis of sulfides'],
  ['组会讨论提纲.md', ''],
  ['电化学阻抗数据.csv', ''],
]

/** The documents that pictures show. */
export interface DocumentScene {
  full_id: string
  empty_id: string
  project_id: string
}

/**
 * Creates a knowledge base with files of several kinds, one of them unreadable, with tags and a folder; an empty one;
 * and a project.
 */
export async function createDocumentScene(
  context: BrowserContext,
  server: RunningServer,
): Promise<DocumentScene> {
  const { request } = context
  const ask = async <Data>(path: string, data?: object): Promise<Data> => {
    const method = data ? 'POST' : 'GET'
    const response = await request.fetch(server.url + path, { method, headers, ...(data && { data }) })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).data
  }
  const make = async (name: string) => (await ask<{ id: string }>('/api/project_dataset/create', { name })).id
  const empty_id = await make('表征方法')
  const full_id = await make('固态电解质')
  const project = { name: '固态电池课题组', description: '界面、枝晶与电解质' }
  const { id: project_id } = await ask<{ id: string }>('/api/project/add', project)
  await uploadSceneFiles(context, server, full_id)
  await ask(`/api/dataset/${full_id}/folder`, { name: '石榴石', parent_id: null })
  const tags = [
    { name: '已读', colour: 'green' },
    { name: '重点', colour: 'red', group_name: '进度' },
  ]
  const made: { id: string }[] = []
  for (const tag of tags)
    made.push(await ask('/api/project_dataset/tag_opreate', { dataset_id: full_id, ...tag }))
  const { list } = await ask<{ list: { id: string }[] }>(`/api/dataset/${full_id}/document_paper_detail/1/20`)
  await ask(`/api/dataset/${full_id}/document/tags`, {
    document_ids: list.slice(0, 2).map(({ id }) => id),
    add: made.map(({ id }) => id),
  })
  return { full_id, empty_id, project_id }
}

/** Uploads the files into a base and waits until they are parsed; one of them fails. */
export async function uploadSceneFiles(
  { request }: BrowserContext,
  { url }: RunningServer,
  dataset_id: string,
): Promise<void> {
  const put = (name: string, buffer: Buffer) =>
    request.post(`${url}/api/dataset/document/autoSplitSave/${dataset_id}`, {
      headers,
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
    })
  for (const [name, heading] of SCENE_FILES) await put(name, fileBytes(name, heading))
  await put('1994 年内部测试记录.pdf', Buffer.from('%PDF-1.7\n这份文件在传真时断了'))
  await waitUntilParsed(async () => {
    const figures = await request.get(`${url}/api/dataset/${dataset_id}/figures`, { headers })
    return (await figures.json()).data
  })
}

function fileBytes(name: string, heading: string): Buffer {
  if (name.endsWith('.md')) return Buffer.from('# 下一步\n\n在 5 MPa 下重复剥离实验，并记录温度。\n')
  if (name.endsWith('.csv')) return Buffer.from('频率,实部,虚部\n1000,12.1,-3.2\n100,14.8,-6.4\n')
  return pdfOf([
    [heading, '', 'Introduction', 'The critical current density grows with the pressure on the stack.'],
    ['Results', `${heading}: at 7 MPa the critical current density was 1.7 mA per cm2.`],
  ])
}

async function waitUntilParsed(figures: () => Promise<{ states: { state: string }[] }>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { states } = await figures()
    if (states.every(({ state }) => state === 'ready' || state === 'failed')) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the files were not read in time')
}
