import { setPriority } from 'node:os'

/** Nice value of threads that work in the background. */
const LOW_PRIORITY = 10

/** Lets other threads take precedence over the current one; only Linux supports priorities per thread. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(LOW_PRIORITY)
}
