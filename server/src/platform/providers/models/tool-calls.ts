import type { CallDelta } from './chunk.ts'
import type { ModelCall } from './port.ts'

/** Puts calls for tools together from the pieces that a stream sends. */
export function createCallAssembler() {
  const calls: ModelCall[] = []
  /** The call that pieces of a number go on with. */
  const numbered = new Map<number, ModelCall>()

  /** Pieces without a number go on with the last call, until one brings an id. */
  function known({ index, id }: CallDelta): ModelCall | undefined {
    if (index !== null) return numbered.get(index)
    return id ? undefined : calls.at(-1)
  }

  function callOf(delta: CallDelta): ModelCall {
    const call = known(delta)
    // Some endpoints number every call 0 and tell them apart by id.
    if (call && !(delta.id && delta.name && call.call_id && call.call_id !== delta.id)) return call
    const next = { call_id: '', name: '', args: '' }
    calls.push(next)
    return next
  }

  return {
    add(delta: CallDelta): void {
      const call = callOf(delta)
      if (delta.index !== null) numbered.set(delta.index, call)
      call.call_id ||= delta.id
      call.name ||= delta.name
      call.args += delta.args
    },
    /** The calls in the order they began. A call without a name is none; without an id it gets one. */
    finish: (): ModelCall[] =>
      calls
        .map((call, at) => ({ ...call, call_id: call.call_id || `call_${at + 1}`, args: call.args || '{}' }))
        .filter((call) => call.name),
  }
}
