import { api } from '@scinav/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStream, startListening } from '../testing/chat.ts'
import { addSubjectPapers, startPlannedResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const HOUR_MS = 3_600_000
/** How often a run that no process does is looked at, told or not. */
const LOOKS = new Set([200, 1_000])

/** From now on nothing is looked at by itself. */
function withoutLooks(): void {
  const later = globalThis.setTimeout
  const spy = vi.spyOn(globalThis, 'setTimeout')
  spy.mockImplementation(((run: () => void, ms = 0) =>
    later(run, LOOKS.has(ms) ? HOUR_MS : ms)) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
}

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id, plan } = await startPlannedResearch(ada)
  const url = `${await startListening(app)}/api/deep_research/run/${run_id}/events`
  withoutLooks()
  const stream = await openStream(url, { cookie: ada.cookie() })
  const heard = (name: string) => stream.until(({ event }) => event === name)
  await heard('plan.ready')
  const { plan_id, version } = plan
  return { ada, heard, run_id, wanted: { run_id, plan_id, version } }
}

test('who watches a plan hears at once that it was edited, and what comes of its being accepted', async () => {
  const { ada, heard, run_id, wanted } = await scene()
  const steps = [{ title: '热失控的抑制', goal: '', queries: ['锂电池 热失控'] }]
  await ada.call(api.deepResearch.plan, { ...wanted, action: 'edit', steps })
  await heard('plan.decision')
  const run = await ada.call(api.deepResearch.run, { run_id })
  const plan = run.snapshot.plans.at(-1)
  await ada.call(api.deepResearch.plan, {
    run_id,
    action: 'accept',
    plan_id: plan?.plan_id ?? '',
    version: plan?.version ?? 0,
  })
  expect(await heard('run.end')).toBeTruthy()
})
