import { api, type OutputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { openStream } from '../testing/chat.ts'
import { callApi, killCount, postApi, sleep } from '../testing/drill-client.ts'
import { preparedServerSettings } from '../testing/prepared-installation.ts'
import { type RealServer, registerPerson, startRealServer } from '../testing/real-server.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { scriptedResearchModel } from '../testing/scripted-research.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

type Run = OutputOf<typeof api.deepResearch.run>

/** Of the starter library, which is there from the start. */
const QUESTION = '神经网络的训练方法有哪些？'
const PLAN = JSON.stringify({
  kind: 'method',
  steps: [
    { title: '训练的困难', goal: '训练神经网络难在哪里', queries: ['神经网络 训练'] },
    { title: '训练的办法', goal: '神经网络怎样训练', queries: ['neural network training'] },
  ],
})
/** What was told last when the process is killed: while it quotes, writes, searches, and behind the last section. */
const KILLED_AT = ['evidence.added', 'report.delta', 'tool.started', 'citation.map'].slice(0, killCount(2))

/** Somebody at a server; each call waits for what it tells. */
function client(server: RealServer, cookie: string) {
  const at = { server, cookie }
  const ended = async (run_id: string): Promise<Run> => {
    for (;;) {
      const run: Run = await callApi(at, `/api/deep_research/run/${run_id}`)
      if (run.finished_at !== null) return run
      await sleep(50)
    }
  }
  const begin = async (): Promise<string> => {
    const asked = { question: QUESTION, auto_accept_plan: true }
    return (await postApi(at, api.deepResearch.begin.path, asked)).run_id
  }
  /** What a report says, without the day on which it was written. */
  const report = async ({ report_id }: Run): Promise<object> => {
    const { sections, references } = await callApi(at, `/api/deep_research/report/${report_id}`)
    const dated = JSON.stringify({ sections, references })
    return JSON.parse(dated.replace(/检索日期为 \d{4}-\d\d-\d\d/, ''))
  }
  return {
    ended,
    begin,
    report,
    async starterIsThere(): Promise<void> {
      while ((await postApi(at, api.papers.search.path, { query: '神经网络' })).total < 10) await sleep(100)
    },
    undisturbed: async () => report(await ended(await begin())),
    follow: (run_id: string, after = 0) =>
      openStream(`${server.url}/api/deep_research/run/${run_id}/events`, { cookie, after }),
  }
}

test.each(['without a model', 'with a model'])(
  'a research %s whose process is killed goes on at the next start, to the same report, and its readers miss nothing',
  async (engine) => {
    const model = await scriptedModel()
    model.always(scriptedResearchModel({ plan: () => PLAN }))
    const env = { ...(engine === 'with a model' ? model.env : {}), ...(await preparedServerSettings()) }
    let server = await startRealServer(env)
    const cookie = await registerPerson(server, env.DATA_DIR)
    await client(server, cookie).starterIsThere()
    const whole = await client(server, cookie).undisturbed()
    for (const event of KILLED_AT) {
      const before = client(server, cookie)
      const run_id = await before.begin()
      const reader = await before.follow(run_id)
      await reader.until((frame) => frame.event === event)
      server.process.kill('SIGKILL')
      await server.ended
      await reader.rest().catch(() => {})
      const read = [...reader.frames]

      server = await startRealServer(env)
      const after = client(server, cookie)
      const run = await after.ended(run_id)
      expect([event, run.state]).toEqual([event, 'completed'])
      expect(await after.report(run)).toEqual(whole)
      // A research without a model may be over before the kill: whoever has its end and asks again is told the end again.
      const isOver = read.some((frame) => frame.event === 'run.end')
      const rest = isOver ? [] : await (await after.follow(run_id, read.at(-1)?.id ?? 0)).rest()
      const told = await (await after.follow(run_id)).rest()
      expect(told).toEqual([...read, ...rest])
      expect(told.map(({ id }) => id)).toEqual(told.map((_, at) => at + 1))
      expect(told.filter((frame) => frame.event === 'run.end')).toHaveLength(1)
    }
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
  DRILL_TIMEOUT_MS,
)
