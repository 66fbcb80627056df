import { setTimeout as wait } from 'node:timers/promises'

const FIRST_PAUSE_MS = 20
/** Long enough that a test on a slow machine stays below the limits on calls, whose clock stands still. */
const MAX_PAUSE_MS = 500

/** Reads a value again and again, with growing pauses, until it is what the caller waits for; returns it. */
export async function pollUntil<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const value = await read()
    if (isDone(value)) return value
    await wait(pause)
  }
}
