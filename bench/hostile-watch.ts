// Told to the server of npm run bench -- hostile with --import: says how long its main thread paused since it was asked last.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const DELAY_RESOLUTION_MS = 2
const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
delays.enable()

process.on('message', () => {
  // The pause at hand is counted at the next turn.
  setTimeout(() => {
    process.send?.(delays.max / 1e6 - DELAY_RESOLUTION_MS)
    delays.reset()
  }, 2 * DELAY_RESOLUTION_MS)
})
process.channel?.unref()
