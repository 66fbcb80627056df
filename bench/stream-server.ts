// The product's server with an answer generator that writes the time, so that delays can be measured. Environment:
// PORT, DATA_DIR, and the answers' speed: RUNS_WORDS parts, one every RUNS_EVERY_MS.
import { setTimeout as wait } from 'node:timers/promises'
import { assemble } from '../server/src/assemble.ts'
import { answerRunsOf } from '../server/src/chat/chats/answer-run.ts'
import { openBase } from '../server/src/open-base.ts'
import { readConfig } from '../server/src/platform/config/config.ts'
import { createLogger } from '../server/src/platform/foundation/logger.ts'

const WORDS = Number(process.env.RUNS_WORDS ?? 400)
const WORD_INTERVAL_MS = Number(process.env.RUNS_EVERY_MS ?? 50)

const config = readConfig(process.env)
const { base, kind, close } = await openBase(config, createLogger('error', process.stderr))
const { app, runner } = await assemble({ base, kind, pages: [] })
answerRunsOf(base).answerer = async function* () {
  for (let word = 0; word < WORDS; word += 1) {
    await wait(WORD_INTERVAL_MS)
    // Milliseconds since the epoch with three decimal places; both processes read the same clock.
    const now = performance.timeOrigin + performance.now()
    yield { event: 'delta', data: { text: `${word}@${now.toFixed(3)} ` } }
  }
}
await app.listen({ port: config.PORT, host: '127.0.0.1' })
runner.start()
process.on('SIGTERM', async () => {
  await Promise.all([app.close(), runner.stop(1_000)])
  await close()
  process.exit(0)
})
