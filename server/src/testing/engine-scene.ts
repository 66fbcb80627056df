import { onTestFinished } from 'vitest'
import { startEngineServer } from './engine-server.ts'

/** All outside engines on one loopback address, until the test is over. */
export async function engineServer(answers: Parameters<typeof startEngineServer>[0]) {
  const { stop, ...server } = await startEngineServer(answers)
  onTestFinished(stop)
  return server
}
