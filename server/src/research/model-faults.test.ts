import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createModelFactory } from '../platform/providers/models/model-factory.ts'
import {
  addSubjectPapers,
  completeResearch,
  QUESTION,
  startPlannedResearch,
  startResearch,
  waitForResearch,
} from '../testing/research-scene.ts'
import { verdictsOn } from '../testing/scripted-helpers.ts'
import {
  cut,
  failing,
  hang,
  malformed,
  refuse,
  scriptedModel,
  silent,
  unfinished,
} from '../testing/scripted-model.ts'
import {
  parseOffered,
  type ResearchScript,
  type ResearchTask,
  researchTask,
  scriptedCheck,
  scriptedResearchModel,
} from '../testing/scripted-research.ts'
import { testApp } from '../testing/test-app.ts'
import { SHORT_MODEL_TIMEOUTS } from '../testing/timeouts.ts'

async function scene(script: ResearchScript, env: Record<string, string> = {}) {
  const model = await scriptedModel()
  const models = createModelFactory({ backoff_ms: 1, ...SHORT_MODEL_TIMEOUTS })
  const app = await testApp({ env: { ...model.env, ...env }, providers: () => ({ models }) })
  const ada = await app.signUp('Ada')
  model.always(scriptedResearchModel(script))
  if (script.check) model.help(scriptedCheck(script.check))
  await addSubjectPapers(app)
  return { app, ada, model }
}

const FAULTS = [
  ['refuses its key', () => refuse(401), /密钥/],
  ['is busy for two minutes', () => refuse(429, {}, 120), /请求过多/],
  ['is broken', () => refuse(500), /模型服务/],
  ['never answers', () => silent(), /迟迟没有开始/],
  ['stops in the middle', () => hang('{"kind"'), /中途停住/],
  ['is cut off', () => cut('锂电池'), /中断/],
  ['sends no JSON', () => malformed('锂电池'), /无法识别/],
  ['ends with an error', () => failing('锂电池', { message: 'broke' }), /模型服务/],
  ['ends without an end', () => unfinished('锂电池'), /中断/],
] as const

const TASKS: ResearchTask[] = ['plan', 'widen', 'notes', 'synthesis', 'section', 'check', 'repair']

/** A section with one sentence that needs to be put right. */
const doubtful: ResearchScript['section'] = ({ text }) => {
  const quote = parseOffered(text)[0]?.quote.replace('。', '')
  return `${quote}[E1.1]。${quote}，见于 XQ-7 材料[E1.1]。`
}

const rejected: ResearchScript['check'] = ({ text }) =>
  verdictsOn(text, (claim) => (claim.includes('XQ-7') ? 'unsupported' : 'supported'))

/**
 * Every task with every fault. What is stored is the same after each fault: the gate, and PostgreSQL, where the same
 * tests run again, see every task and every fault once.
 */
const PAIRS =
  process.env.TEST_DATABASE === 'sqlite' && process.env.TEST_PART !== 'gate'
    ? FAULTS.flatMap((fault) => TASKS.map((task) => [task, ...fault] as const))
    : FAULTS.map((fault, at) => [TASKS[at % TASKS.length] as ResearchTask, ...fault] as const)

test.each(PAIRS)(
  'at %s a model that %s: the research goes on without it there, and says so',
  async (task, _name, reply, why) => {
    const script = { ...(task === 'repair' && { section: doubtful, check: rejected }), [task]: reply }
    const { ada } = await scene(script)
    const { state, snapshot, report_id } = await completeResearch(ada)
    expect(state).toBe('completed')
    expect(snapshot.error).toBeNull()
    expect(snapshot.fallbacks.length).toBeGreaterThan(0)
    for (const each of snapshot.fallbacks) {
      expect(each.task).toBe(task)
      expect(each.reason).toMatch(why)
    }
    const { sections, label } = await ada.call(api.deepResearch.report, { report_id })
    expect(sections.at(-1)?.text).toMatch(why)
    expect(label).toBe('AI 生成，请核实')
    const main = sections.filter(({ kind }) => kind === 'evidence' || kind === 'body')
    expect(main.length).toBeGreaterThan(0)
    for (const { text, citations } of main) {
      expect(citations.length).toBeGreaterThan(0)
      if (task === 'section') expect(text).toMatch(/^这一节没有用模型/)
    }
  },
)

test('who has used up the tokens of the day gets the rest from quotes, and is told until when', async () => {
  const { ada, model } = await scene({}, { AI_TOKENS_PER_DAY: '4000' })
  const { state, snapshot, report_id } = await completeResearch(ada)
  expect(state).toBe('completed')
  expect(model.requests.length).toBeGreaterThan(0)
  expect(snapshot.fallbacks.at(-1)?.reason).toMatch(/今天的模型用量已达上限.*4,000/)
  const { sections } = await ada.call(api.deepResearch.report, { report_id })
  expect(sections.at(-1)?.text).toContain('今天的模型用量已达上限')
})

test('a model that is taken away while a plan waits leaves the research to go on with quotes', async () => {
  const { app, ada } = await scene({})
  const { run_id, plan } = await startPlannedResearch(ada)
  expect(plan.made_by).toBe('model')
  app.base.config.AI_MODEL = ''
  const { plan_id, version } = plan
  await ada.call(api.deepResearch.plan, { run_id, action: 'accept', plan_id, version })
  const { state, snapshot } = await waitForResearch(ada, run_id)
  expect(state).toBe('completed')
  expect(new Set(snapshot.fallbacks.map(({ reason }) => reason))).toEqual(new Set(['没有找到这个模型']))
})

test('who stops a research stops what its model says, at once', async () => {
  const { ada, model } = await scene({ plan: () => hang('{') })
  const { run_id, chat_id, chat_record_id } = await startResearch(ada, { question: QUESTION })
  await expect.poll(() => model.requests.map(researchTask)).toEqual(['plan'])
  await ada.call(api.chat.cancel, { chat_id, chat_record_id })
  expect(await waitForResearch(ada, run_id)).toMatchObject({
    state: 'cancelled',
    snapshot: { fallbacks: [], plans: [] },
  })
  await expect.poll(() => model.left.count).toBe(1)
})
