// Researches that have not come to a report as planned, for the pictures of `npm run screens`: under way, stopped, failed,
// with a model or an engine that fails; and a shared report. A scripted model holds them where they are.
import type { BrowserContext } from '@playwright/test'
import type { RunningServer } from '../e2e/support/server.ts'
import type { ScriptedRequest } from '../server/src/testing/scripted-model-server.ts'
import { hang, refuse, type ScriptedReply } from '../server/src/testing/scripted-replies.ts'
import { type ResearchScript, researchModel, researchTask } from '../server/src/testing/scripted-research.ts'
import type { Screen } from './screens-list.ts'

const headers = { 'x-login-type': 'front' }

/** Whose researches these are: a person has only so many free ones a day. */
export const RESEARCHER = 'scholar2'
/** Pages of reports are allowed, and engines outside are not there. */
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
type Name = keyof typeof QUESTIONS
export type HeldRuns = Record<Name, string> & { path: string }

const plan = () =>
  JSON.stringify({
    kind: 'method',
    steps: [
      { title: '神经网络的训练方法', goal: '有哪些训练方法', queries: ['神经网络 训练', '深度学习'] },
      { title: '神经网络的结构', goal: '哪些结构便于训练', queries: ['卷积神经网络', '残差网络'] },
    ],
  })

/** Where the model stops in each research; in the others it does its part. */
const SCRIPTS: Partial<Record<Name, ResearchScript>> = {
  planning: { plan: () => hang() },
  reading: { plan, notes: () => hang() },
  writing: { plan, section: () => hang() },
  stopped: { plan, section: () => hang() },
  fallen: { plan, section: () => refuse(401) },
}

/** What the scripted model says to a part of a research; null for anything else. */
export function researchReply(request: ScriptedRequest): ScriptedReply | null {
  if (!researchTask(request)) return null
  const asked = JSON.stringify(request.body.messages)
  const [name] = Object.entries(QUESTIONS).find(([, question]) => asked.includes(question)) ?? []
  return researchModel(SCRIPTS[name as Name] ?? { plan })(request)
}

/** Begins them all as the person whose context it is, and waits until each is where it is to be seen. */
export async function holdStates({ request }: BrowserContext, { url }: RunningServer): Promise<HeldRuns> {
  const ask = async <Data>(path: string, data?: object, method = data ? 'POST' : 'GET'): Promise<Data> => {
    const answer = await request.fetch(url + path, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()).data
  }
  type Run = Record<'run_id' | 'chat_id' | 'chat_record_id' | 'report_id' | 'state', string>
  const until = async (run_id: string, ...states: string[]): Promise<Run> => {
    for (let tries = 0; tries < 300; tries += 1) {
      const run = await ask<Run>(`/api/deep_research/run/${run_id}`)
      if (states.includes(run.state)) return run
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    throw new Error(`the research did not come to ${states.join(' or ')}`)
  }
  const begin = async (name: Name, more: object = {}): Promise<string> => {
    const data = { question: QUESTIONS[name], auto_accept_plan: true, ...more }
    return (await ask<Run>('/api/deep_research/run', data)).run_id
  }
  const over = ['completed', 'completed_partial']
  const quoted = { model: 'extractive' }
  const shared = await until(await begin('shared', quoted), ...over)
  const { path } = await ask<{ path: string }>('/api/share', { kind: 'report', id: shared.report_id })
  const outside = await begin('outside', {
    ...quoted,
    sources: { engines: ['local', 'openalex', 'crossref'] },
  })
  await until(outside, ...over)
  const fallen = await begin('fallen')
  await until(fallen, ...over)
  const stopped = await until(await begin('stopped'), 'writing')
  const { chat_id, chat_record_id } = stopped
  await ask('/api/application/chat/cancel', { chat_id, chat_record_id, mode: 'stop' })
  await until(stopped.run_id, 'cancelled')
  // No more than three go on at a time.
  const failed = await failing(ask, begin, until)
  const held = {
    planning: await begin('planning'),
    reading: await begin('reading'),
    writing: await begin('writing'),
  }
  await until(held.planning, 'planning')
  await until(held.reading, 'researching')
  await until(held.writing, 'writing')
  return { ...held, outside, fallen, failed, path, shared: shared.run_id, stopped: stopped.run_id }
}

/** The base that it was to look in goes while it waits for an answer. */
async function failing(
  ask: <Data>(path: string, data?: object, method?: string) => Promise<Data>,
  begin: (name: Name, more: object) => Promise<string>,
  until: (run_id: string, ...states: string[]) => Promise<unknown>,
): Promise<string> {
  const { id } = await ask<{ id: string }>('/api/project_dataset/create', { name: '训练方法' })
  const run_id = await begin('failed', {
    auto_accept_plan: false,
    model: 'extractive',
    sources: { engines: ['local'], dataset_ids: [id] },
  })
  await until(run_id, 'waiting_clarification')
  await ask(`/api/project_dataset/opreate?dataset_id=${id}`, undefined, 'DELETE')
  await ask(`/api/deep_research/run/${run_id}/answer`, { answer: '主要方法' })
  await until(run_id, 'failed')
  return run_id
}

/** Their screens, as their person sees them. */
export function states(runs: HeldRuns): Record<string, Screen> {
  const run = (name: Name, view = ''): Screen => ({
    address: `/#/deepResearch?${new URLSearchParams({ run_id: runs[name], ...(view && { view }) })}`,
  })
  return {
    'research-planning': run('planning'),
    'research-reading': run('reading'),
    'research-writing': run('writing'),
    'research-writing-process': run('writing', 'research'),
    'research-stopped': run('stopped'),
    'research-stopped-process': run('stopped', 'research'),
    'research-failed': run('failed'),
    'research-model-failed': run('fallen'),
    'research-engine-failed': run('outside', 'research'),
    'research-share': {
      ...run('shared'),
      act: async (page) => {
        await page.getByRole('button', { name: /^分享/ }).click()
        await page.getByRole('dialog', { name: '分享报告' }).waitFor()
      },
    },
    'research-shared': { address: runs.path },
  }
}
