// Loaded into the server of npm run bench -- hostile with --import: reports how long its main thread has paused since
// the last request.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const DELAY_RESOLUTION_MS = 2
const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
delays.enable()

process.on('message', () => {
  // The present pause is recorded in the next turn of the event loop.
  setTimeout(() => {
    process.send?.(delays.max / 1e6 - DELAY_RESOLUTION_MS)
    delays.reset()
  }, 2 * DELAY_RESOLUTION_MS)
})
process.channel?.unref()
