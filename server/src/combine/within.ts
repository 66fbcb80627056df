/** How a piece of work ended that nobody waits for longer than a while. */
export type Ended<Value> = { took_ms: number } & (
  | { state: 'ok'; value: Value }
  | { state: 'slow' }
  | { state: 'failed'; error: unknown }
)

/**
 * Waits for a piece of work, at most `ms`. The work's signal ends it then; whether it obeys or not, this returns.
 *
 * @throws the reason of `signal` where the caller has gone.
 */
export async function within<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Ended<Value>> {
  signal?.throwIfAborted()
  const started = performance.now()
  const took = () => ({ took_ms: Math.round((performance.now() - started) * 10) / 10 })
  const time = AbortSignal.timeout(Math.max(0, Math.ceil(ms)))
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(new Error('nobody waits'))
  const ends = AbortSignal.any(signal ? [time, signal] : [time])
  ends.addEventListener('abort', leave, { once: true })
  try {
    // The caller's signal does not reach the work: others may wait for the same answer.
    return { ...took(), state: 'ok', value: await Promise.race([work(time), gone.promise]), ...took() }
  } catch (error) {
    signal?.throwIfAborted()
    // Work that somebody else began may run out of time before this does.
    const late = time.aborted || (error as Error | null)?.name === 'TimeoutError'
    return late ? { ...took(), state: 'slow' } : { ...took(), state: 'failed', error }
  } finally {
    ends.removeEventListener('abort', leave)
  }
}
