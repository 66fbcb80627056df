// @ts-check
import { setTimeout as pause } from 'node:timers/promises'

/** A state that does not change for this long will not change any more. */
const MAX_UNCHANGED_MS = 15 * 60_000
const POLL_INTERVAL_MS = 250

/**
 * Polls until a condition holds and returns the state that meets it. It gives up only when the state has not changed
 * for long, so that a slow machine needs no longer deadline.
 *
 * @template State
 * @param {string} what names what is awaited in the error message
 * @param {() => Promise<State>} look reads the current state, which must be serializable as JSON
 * @param {(state: State) => boolean} isReached
 * @param {{ unchanged_ms?: number, interval_ms?: number, now?: () => number }} options
 * @returns {Promise<State>}
 */
export async function pollUntil(
  what,
  look,
  isReached,
  { unchanged_ms = MAX_UNCHANGED_MS, interval_ms = POLL_INTERVAL_MS, now = Date.now } = {},
) {
  let serialized = ''
  let changedAt = now()
  for (;;) {
    const state = await look()
    if (isReached(state)) return state
    const next = JSON.stringify(state)
    if (next !== serialized) {
      serialized = next
      changedAt = now()
    } else if (now() - changedAt > unchanged_ms)
      throw new Error(`${what}: nothing has changed for ${unchanged_ms / 1_000} s, last seen ${serialized}`)
    await pause(interval_ms)
  }
}
