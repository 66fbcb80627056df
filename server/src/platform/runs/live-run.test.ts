import { expect, test } from 'vitest'
import { answerRun } from '../../chat/chats/answer-run.ts'
import { createLiveRun } from './live-run.ts'

test('what waits to be stored keeps the time when it was said', () => {
  let now = 1
  const kind = {
    ...answerRun,
    coalesce: (events: Parameters<typeof answerRun.coalesce>[0]) => events,
    withTime: ({ event }: { event: string }) =>
      ({ event, data: { text: `${now}` } }) as typeof answerRun.ends.done,
  }
  const run = createLiveRun(kind, 'run', () => {})
  run.emit({ event: 'delta', data: { text: '' } })
  now = 2
  run.finish({ status: 'done', last: answerRun.ends.done })
  now = 3
  expect(run.take().frames.map(({ name, data }) => [name, data])).toEqual([
    ['delta', { text: '1' }],
    ['done', { text: '2' }],
  ])
})
