// Research runs that have not ended with a report as planned, for the pictures of `npm run screens`: running, stopped,
// failed, with a failing model or engine; and a shared report. A scripted model keeps them in their states.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import type { ScriptedRequest } from '../../server/src/testing/scripted-model-server.ts'
import { hang, refuse, type ScriptedReply } from '../../server/src/testing/scripted-replies.ts'
import {
  type ResearchScript,
  researchTask,
  scriptedResearchModel,
} from '../../server/src/testing/scripted-research.ts'
import type { ScreenSpec } from './screens.ts'

const headers = { 'x-login-type': 'front' }

/** The account of these runs; a user has a limited number of free ones per day. */
export const RESEARCHER = 'scholar2'
/** Allows sharing reports, and makes outside engines unreachable. */
export const statesEnv = { REPORT_SHARING: 'on', ENGINES_URL: 'http://127.0.0.1:9' }

const QUESTIONS = {
  planning: '神经网络的训练为什么需要随机初始化？',
  reading: '神经网络的训练怎样避免过拟合？',
  writing: '神经网络的训练方法怎样影响泛化？',
  stopped: '神经网络的训练在图像识别里用了哪些数据？',
  fallen: '神经网络的训练方法有哪些进展？',
  outside: '神经网络的训练与优化算法有什么关系？',
  failed: '神经网络',
  shared: '神经网络的训练方法有哪些？',
}
type StateName = keyof typeof QUESTIONS
/** States that last no longer than a model may be silent, so they are started for their pictures. */
type TransientState = 'planning' | 'reading' | 'writing'
export type ResearchStateScene = Record<Exclude<StateName, TransientState>, string> & { path: string }

const planReply = () =>
  JSON.stringify({
    kind: 'method',
    steps: [
      { title: '神经网络的训练方法', goal: '有哪些训练方法', queries: ['神经网络 训练', '深度学习'] },
      { title: '神经网络的结构', goal: '哪些结构便于训练', queries: ['卷积神经网络', '残差网络'] },
    ],
  })

/** The replies at which the model stops in each run; it completes the others. */
const REPLY_SCRIPTS: Partial<Record<StateName, ResearchScript>> = {
  planning: { plan: () => hang() },
  reading: { plan: planReply, notes: () => hang() },
  writing: { plan: planReply, section: () => hang() },
  stopped: { plan: planReply, section: () => hang() },
  fallen: { plan: planReply, section: () => refuse(401) },
}

/** Returns the scripted model's reply to a research request; null for any other request. */
export function researchReply(request: ScriptedRequest): ScriptedReply | null {
  if (!researchTask(request)) return null
  const asked = JSON.stringify(request.body.messages)
  const [name] = Object.entries(QUESTIONS).find(([, question]) => asked.includes(question)) ?? []
  return scriptedResearchModel(REPLY_SCRIPTS[name as StateName] ?? { plan: planReply })(request)
}

type ApiCall = <Data>(path: string, data?: object, method?: string) => Promise<Data>
type RunSummary = Record<'run_id' | 'chat_id' | 'chat_record_id' | 'report_id' | 'state', string>

const createApiCall =
  ({ request }: Pick<BrowserContext, 'request'>, url: string): ApiCall =>
  async (path, data, method = data ? 'POST' : 'GET') => {
    const answer = await request.fetch(url + path, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()).data
  }

async function waitForState(ask: ApiCall, run_id: string, ...wanted: string[]): Promise<RunSummary> {
  for (let tries = 0; tries < 300; tries += 1) {
    const run = await ask<RunSummary>(`/api/deep_research/run/${run_id}`)
    if (wanted.includes(run.state)) return run
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error(`the research did not come to ${wanted.join(' or ')}`)
}

async function beginResearch(ask: ApiCall, name: StateName, more: object = {}): Promise<string> {
  const data = { question: QUESTIONS[name], auto_accept_plan: true, ...more }
  return (await ask<RunSummary>('/api/deep_research/run', data)).run_id
}

const stopResearch = (ask: ApiCall, { chat_id, chat_record_id }: RunSummary) =>
  ask('/api/application/chat/cancel', { chat_id, chat_record_id, mode: 'stop' })

/** Starts the lasting runs as the user of the context, and waits until each has reached its state. */
export async function createResearchStates(
  context: BrowserContext,
  { url }: RunningServer,
): Promise<ResearchStateScene> {
  const ask = createApiCall(context, url)
  const over = ['completed', 'completed_partial']
  const quoted = { model: 'extractive' }
  const shared = await waitForState(ask, await beginResearch(ask, 'shared', quoted), ...over)
  const { path } = await ask<{ path: string }>('/api/share', { kind: 'report', id: shared.report_id })
  const sources = { engines: ['local', 'openalex', 'crossref'] }
  const outside = await beginResearch(ask, 'outside', { ...quoted, sources })
  await waitForState(ask, outside, ...over)
  const fallen = await beginResearch(ask, 'fallen')
  await waitForState(ask, fallen, ...over)
  const stopped = await waitForState(ask, await beginResearch(ask, 'stopped'), 'writing')
  await stopResearch(ask, stopped)
  await waitForState(ask, stopped.run_id, 'cancelled')
  const failed = await createFailedResearch(ask)
  return { outside, fallen, failed, path, shared: shared.run_id, stopped: stopped.run_id }
}

/** Creates a failed run: the knowledge base it was to search is deleted while it waits for an answer. */
async function createFailedResearch(ask: ApiCall): Promise<string> {
  const { id } = await ask<{ id: string }>('/api/project_dataset/create', { name: '训练方法' })
  const sources = { engines: ['local'], dataset_ids: [id] }
  const run_id = await beginResearch(ask, 'failed', { auto_accept_plan: false, model: 'extractive', sources })
  await waitForState(ask, run_id, 'waiting_clarification')
  await ask(`/api/project_dataset/opreate?dataset_id=${id}`, undefined, 'DELETE')
  await ask(`/api/deep_research/run/${run_id}/answer`, { answer: '主要方法' })
  await waitForState(ask, run_id, 'failed')
  return run_id
}

/** Returns the screen of a run that is started for its picture and stopped afterwards. */
function transientScreen(name: TransientState, state: string): ScreenSpec {
  const here = (page: Page) => createApiCall(page, new URL(page.url()).origin)
  let run: RunSummary | undefined
  return {
    address: '/#/deepResearch',
    act: async (page) => {
      run = await waitForState(here(page), await beginResearch(here(page), name), state)
      await page.goto(`${new URL(page.url()).origin}/#/deepResearch?run_id=${run.run_id}`)
      await page.getByRole('heading', { name: QUESTIONS[name], level: 1 }).waitFor()
    },
    after: async (page) => run && stopResearch(here(page), run),
  }
}

/** Returns the screens of the runs, as their user sees them. */
export function researchStateScreens(runs: ResearchStateScene): Record<string, ScreenSpec> {
  const run = (name: Exclude<StateName, TransientState>, view = ''): ScreenSpec => ({
    address: `/#/deepResearch?${new URLSearchParams({ run_id: runs[name], ...(view && { view }) })}`,
  })
  return {
    'research-planning': transientScreen('planning', 'planning'),
    'research-reading': transientScreen('reading', 'researching'),
    'research-writing': transientScreen('writing', 'writing'),
    'research-stopped': run('stopped'),
    'research-stopped-process': run('stopped', 'research'),
    'research-failed': run('failed'),
    'research-model-failed': run('fallen'),
    'research-engine-failed': run('outside', 'research'),
    'research-share': {
      ...run('shared'),
      act: async (page) => {
        await page.getByRole('button', { name: /分享$/ }).click()
        await page.getByRole('dialog', { name: '分享报告' }).waitFor()
      },
    },
    'research-shared': { address: runs.path },
  }
}
