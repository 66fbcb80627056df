import { api, manuscriptStages, type OutputOf } from '@scinav/contract'
import { expect, test } from 'vitest'
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
