import type { CallDelta } from './chunk.ts'
import type { ModelCall } from './port.ts'

/** Assembles tool calls from the pieces of a stream. */
export function createCallAssembler() {
  const calls: ModelCall[] = []
  /** The call that pieces with an index continue. */
  const numbered = new Map<number, ModelCall>()

  /** Returns the call that a piece continues. Pieces without an index continue the last call, until one has an id. */
  function known({ index, id }: CallDelta): ModelCall | undefined {
    if (index !== null) return numbered.get(index)
    return id ? undefined : calls.at(-1)
  }

  function callOf(delta: CallDelta): ModelCall {
    const call = known(delta)
    // Some endpoints give every call the index 0 and distinguish them by id.
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
    /** Returns the calls in the order they began. Calls without a name are dropped; those without an id get one. */
    finish: (): ModelCall[] =>
      calls
        .map((call, at) => ({ ...call, call_id: call.call_id || `call_${at + 1}`, args: call.args || '{}' }))
        .filter((call) => call.name),
  }
}
