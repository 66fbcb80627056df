import { expect, onTestFinished, test, vi } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { createContext } from '../../testing/answers.ts'
import { testApp } from '../../testing/test-app.ts'
import { createEventLog } from './event-log.ts'
import { createLiveRun } from './live-run.ts'

test('a run whose events do not add up is given up and logged, and the events of the others are stored', async () => {
  const app = await testApp()
  const kind = {
    ...answerRun,
    store: {
      ...answerRun.store,
      held: async (_db: unknown, ids: string[]) =>
        ids.map((id) => ({ id, begun: 1, cancel_requested: 0 as const })),
      append: async (_db: unknown, rows: { run_id: string }[]) =>
        void stored.push(...rows.map((row) => row.run_id)),
    },
  }
  const stored: string[] = []
  const note = (id: string) => log.note(id)
  const damaged = createLiveRun(
    {
      ...answerRun,
      apply: () => {
        throw new Error('no such part')
      },
    },
    'damaged',
    note,
  )
  const whole = createLiveRun(answerRun, 'whole', note)
  const runs = new Map([damaged, whole].map((run) => [run.id, run]))
  const log = createEventLog(
    createContext(app, 'nobody'),
    kind as unknown as typeof answerRun,
    'lease',
    (id) => runs.get(id),
  )
  for (const run of runs.values()) void run.emit({ event: 'delta', data: { text: '一' } })
  await expect.poll(() => stored).toEqual(['whole'])
  expect([damaged.isOver(), damaged.signal.reason]).toEqual([true, 'lost'])
  expect(app.log.join()).toContain('could not be taken')

  void whole.emit({ event: 'delta', data: { text: '二' } })
  await expect.poll(() => stored).toEqual(['whole', 'whole'])
  log.close()
})

test('a closed log schedules no flush, neither for new events nor after a flush that failed meanwhile', async () => {
  const app = await testApp()
  const write = Promise.withResolvers<never>()
  const held = vi.fn(() => write.promise)
  const kind = { ...answerRun, store: { ...answerRun.store, held } }
  const run = createLiveRun(answerRun, 'run', (id) => log.note(id))
  const log = createEventLog(createContext(app, 'nobody'), kind, 'lease', () => run)
  void run.emit({ event: 'delta', data: { text: '一' } })
  await expect.poll(() => held.mock.calls.length).toBe(1)

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  log.close()
  void run.emit({ event: 'delta', data: { text: '二' } })
  write.reject(new Error('no database'))
  while (!app.log.join().includes('could not be stored')) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(held).toHaveBeenCalledTimes(1)
})
