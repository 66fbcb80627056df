import { expect, test } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { createContext } from '../../testing/answers.ts'
import { testApp } from '../../testing/test-app.ts'
import { startRuns } from './runs.ts'

test('the work of a run that does not end in time is told that the server stops', async () => {
  const ctx = createContext(await testApp(), 'nobody')
  const runs = await startRuns(ctx, answerRun, 'sqlite')
  const signals: AbortSignal[] = []
  const run = runs.begin('run', (signal) => {
    signals.push(signal)
    return { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  })
  await runs.stop(0)
  expect(signals.map(({ reason }) => reason)).toEqual(['stopping'])
  expect(run.isOver()).toBe(true)
  expect(() => runs.lease()).toThrow('服务器正忙')
})
