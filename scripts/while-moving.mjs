// @ts-check
// Waiting that goes by what happens, not by the clock: a machine ten times slower gets there ten times later.
import { setTimeout as pause } from 'node:timers/promises'

/** Where nothing has changed for so long, nothing more is to come. */
const STILL_MS = 15 * 60_000
const LOOK_MS = 250

/**
 * Looks again and again until what is seen is as wanted, and answers it; gives up only where it has stayed the same for long.
 *
 * @template Seen
 * @param {string} what is waited for, as the fault says it.
 * @param {() => Promise<Seen>} look
 * @param {(seen: Seen) => boolean} isThere
 * @param {{ still_ms?: number, look_ms?: number, now?: () => number }} options
 * @returns {Promise<Seen>}
 */
export async function whileMoving(
  what,
  look,
  isThere,
  { still_ms = STILL_MS, look_ms = LOOK_MS, now = Date.now } = {},
) {
  let [shown, since] = ['', now()]
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    const shows = JSON.stringify(seen)
    if (shows !== shown) [shown, since] = [shows, now()]
    else if (now() - since > still_ms)
      throw new Error(`${what}: nothing has changed for ${still_ms / 1_000} s, last seen ${shown}`)
    await pause(look_ms)
  }
}
