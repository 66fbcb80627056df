// The screens of project and public knowledge bases for `npm run screens`, also as a reader sees them.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import { uploadSceneFiles } from './document-scene.ts'
import type { ScreenSpec } from './screens.ts'

const headers = { 'x-login-type': 'front' }

/** The account that may only read the project. */
export const READER = 'scholar1'

/** The knowledge bases that pictures show. */
export interface BaseScene {
  /** In the project, with files. */
  project_base_id: string
  /** Public, with files. */
  public_id: string
  /** Public, without files. */
  bare_id: string
}

/** Creates a knowledge base in a project with a read-only member, and two public ones, one of them with files. */
export async function createBaseScene(
  context: BrowserContext,
  server: RunningServer,
  project_id: string,
): Promise<BaseScene> {
  const ask = async <Data>(path: string, data?: object): Promise<Data> => {
    const method = data ? 'POST' : 'GET'
    const response = await context.request.fetch(server.url + path, {
      method,
      headers,
      ...(data && { data }),
    })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).data
  }
  const make = async (data: object) => (await ask<{ id: string }>('/api/project_dataset/create', data)).id
  const project_base_id = await make({ project_id, name: '界面与枝晶' })
  const description = '无机固态电解质、界面与枝晶的综述和原始研究，每周从订阅里补充；题名很长的文献也在这里'
  const public_id = await make({ kind: 'ai', name: '储能材料综述库', description, subject_code: '0805' })
  const bare_id = await make({ kind: 'ai', name: '电化学基础', subject_code: '0805' })
  for (const id of [project_base_id, public_id]) await uploadSceneFiles(context, server, id)
  const path = `/api/project/all_user?${new URLSearchParams({ project_id, keyword: '沈括' })}`
  const [reader] = await ask<{ user_id: string }[]>(path)
  if (reader) await ask('/api/project/add_member', { project_id, user_ids: [reader.user_id], role: 4 })
  return { project_base_id, public_id, bare_id }
}

/** Returns the screens of shared knowledge bases, as their owner sees them. */
export function baseScreens({ project_base_id, public_id, bare_id }: BaseScene): Record<string, ScreenSpec> {
  const detail = (dataset_id: string) => `/#/aiKnowledgeBase/detail?dataset_id=${dataset_id}`
  const chat = `/#/aiKnowledgeBase/chatDetail?dataset_id=${public_id}`
  return {
    'base-project': { address: `/#/knowledgeBase?dataset_id=${project_base_id}` },
    'bases-public': { address: '/#/aiKnowledgeBase' },
    'base-public': { address: detail(public_id) },
    'base-public-bare': { address: detail(bare_id) },
    'base-public-gone': { address: detail('nothing') },
    'base-public-chat': { address: chat },
    'base-public-asked': { address: chat, act: askBase },
  }
}

/** Returns the same screens for a user who may only read, or has no access. */
export function readerScreens(
  { project_base_id, public_id }: BaseScene,
  private_id: string,
): Record<string, ScreenSpec> {
  return {
    'reader-base-project': { address: `/#/knowledgeBase?dataset_id=${project_base_id}` },
    'reader-base-public': { address: `/#/aiKnowledgeBase/detail?dataset_id=${public_id}` },
    'reader-base-foreign': { address: `/#/knowledgeBase?dataset_id=${private_id}` },
    'reader-bases': { address: '/#/knowledgeBase' },
  }
}

async function askBase(page: Page): Promise<void> {
  await page.getByLabel('问题', { exact: true }).fill('What did the critical current density reach at 7 MPa?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '改问题' }).first().waitFor()
}
