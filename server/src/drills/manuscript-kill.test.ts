import { api, manuscriptStages, type OutputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
import { packTheses } from '../testing/batch-scene.ts'
import { openStream } from '../testing/chat.ts'
import { callApi, killCount, postApi, sleep, uploadFile } from '../testing/drill-client.ts'
import {
  newServerSettings,
  type RealServer,
  registerPerson,
  startRealServer,
} from '../testing/real-server.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

type Check = OutputOf<typeof api.manuscriptChecks.run>
type Batch = OutputOf<typeof api.manuscriptBatches.batch>

const ENTRIES = 40
/** A manuscript that cites its list twice over, so that no stage is over at once. */
const MANUSCRIPT = [
  '# 一份用于演练的长稿件',
  ...Array.from(
    { length: ENTRIES * 2 },
    (_, at) => `第 ${at} 组试验的结果与前人的结论并不一致[${(at % ENTRIES) + 1}]。`,
  ),
  '## 参考文献',
  ...Array.from(
    { length: ENTRIES },
    (_, at) => `[${at + 1}] 作者甲${at}.演练所用的第 ${at} 篇文献的题名[J].演练学报，2020，${at}（1）：1-9.`,
  ),
].join('\n\n')
/** The stages at whose beginning the process is killed, the longest ones first. */
const KILLED_AT = [...new Set(['lookup', 'support', ...manuscriptStages])].slice(0, killCount(2))

function client(server: RealServer, cookie: string) {
  const at = { server, cookie }
  const path = (check_id: string) => api.manuscriptChecks.run.path.replace('{check_id}', check_id)
  return {
    async begin(): Promise<string> {
      const upload_id = await uploadFile(at, { name: '演练.md', bytes: Buffer.from(MANUSCRIPT) })
      return (await postApi(at, api.manuscriptChecks.begin.path, { upload_id })).check_id
    },
    async ended(check_id: string): Promise<Check> {
      for (;;) {
        const check: Check = await callApi(at, path(check_id))
        if (check.finished_at !== null) return check
        await sleep(50)
      }
    },
    follow: (check_id: string, after = 0) =>
      openStream(`${server.url}${path(check_id)}/events`, { cookie, after }),
  }
}

/** What a check found, without the times at which it asked. */
const findingsOf = ({ snapshot }: Check) =>
  snapshot.findings.map(({ evidence, ...finding }) => ({ ...finding, evidence: evidence?.source }))

test(
  'a manuscript check whose process is killed goes on at the next start, and finds each fault once',
  async () => {
    const env = await newServerSettings()
    let server = await startRealServer(env)
    const cookie = await registerPerson(server, env.DATA_DIR)
    const whole = client(server, cookie)
    const undisturbed = await whole.ended(await whole.begin())
    for (const stage of KILLED_AT) {
      const before = client(server, cookie)
      const check_id = await before.begin()
      const reader = await before.follow(check_id)
      await reader.until(({ event, data }) => event === 'stage.started' && data.stage === stage)
      server.process.kill('SIGKILL')
      await server.ended
      await reader.rest().catch(() => {})

      server = await startRealServer(env)
      const after = client(server, cookie)
      const check = await after.ended(check_id)
      expect([stage, check.state, check.snapshot.error]).toEqual([stage, 'completed', null])
      expect(findingsOf(check)).toEqual(findingsOf(undisturbed))
      const frames = await (await after.follow(check_id)).rest()
      expect(frames.slice(0, reader.frames.length)).toEqual(reader.frames)
      expect(frames.map(({ id }) => id)).toEqual(frames.map((_, at) => at + 1))
    }
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
  DRILL_TIMEOUT_MS,
)

const THESES = 6
/** The moments of a batch at which the process is killed: while its theses are taken out, and while they are checked. */
const KILLED_WHEN: ((batch: Batch) => boolean)[] = [
  () => true,
  ({ state }) => state !== 'unpacking',
  ({ theses }) => theses.completed > 0,
  ({ theses }) => theses.completed >= THESES / 2,
]

/** Gives the only person of a server the role 核对员, and begins a batch; returns its path. */
async function beginBatch(at: { server: RealServer; cookie: string }): Promise<string> {
  const { id: user_id } = await callApi(at, api.user.current.path)
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' } }
  await callApi(at, api.admin.setUser.path, { ...init, body: JSON.stringify({ user_id, is_checker: true }) })
  const names = Array.from({ length: THESES }, (_, at) => `院系${at % 2}/论文${at}.md`)
  const bytes = Buffer.from(packTheses(Object.fromEntries(names.map((name) => [name, MANUSCRIPT]))))
  const upload_id = await uploadFile(at, { name: '论文.zip', bytes, purpose: 'archive' })
  const { batch_id } = await postApi(at, api.manuscriptBatches.begin.path, { files: [{ upload_id }] })
  return api.manuscriptBatches.batch.path.replace('{batch_id}', batch_id)
}

test(
  'a batch whose process is killed again and again is completed, each thesis once',
  async () => {
    const env = await newServerSettings()
    let server = await startRealServer(env)
    const cookie = await registerPerson(server, env.DATA_DIR)
    const path = await beginBatch({ server, cookie })
    const waitFor = async (isReached: (batch: Batch) => boolean): Promise<Batch> => {
      for (;;) {
        const batch: Batch = await callApi({ server, cookie }, path)
        if (isReached(batch)) return batch
        await sleep(50)
      }
    }
    for (const isReached of KILLED_WHEN) {
      await waitFor(isReached)
      server.process.kill('SIGKILL')
      await server.ended
      server = await startRealServer(env)
    }
    const { state, theses, departments } = await waitFor(({ finished_at }) => finished_at !== null)
    expect([state, theses.completed, theses.failed]).toEqual(['completed', THESES, 0])
    expect(departments.map(({ completed, entries }) => [completed, entries])).toEqual(
      [0, 1].map(() => [THESES / 2, (THESES / 2) * ENTRIES]),
    )
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
  DRILL_TIMEOUT_MS,
)
