import { expect, it } from 'vitest'
import { createPoller } from './poll.ts'

it('looks less often for as long as looking fails, and as often as before when it works again', async () => {
  const waits: number[] = []
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let looks = 0
  const looking = createPoller({
    every_ms: 1,
    async poll() {
      looks += 1
      if (looks === 6) resolve()
      if (looks !== 4) throw new Error('the disk is full')
    },
    failed: (_, wait_ms) => waits.push(wait_ms),
  })
  looking.start()
  await done
  await looking.stop()
  expect(waits).toEqual([2, 4, 8, 2, 4])
})

it('stops when the look that runs has ended, and looks no more', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let ended = false
  let looks = 0
  const looking = createPoller({
    every_ms: 0,
    async poll() {
      looks += 1
      ask()
      await answered
      ended = true
    },
    failed: () => {},
  })
  looking.start()
  await asked
  const stopped = looking.stop()
  answer()
  await stopped
  expect({ looks, ended }).toEqual({ looks: 1, ended: true })
})
