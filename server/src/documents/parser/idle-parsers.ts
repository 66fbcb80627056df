import type { ParserProcess } from './parser-process.ts'

/** Memory in use beyond which a process is not given another file, in bytes. */
const MAX_REUSABLE_BYTES = 400 * 1024 * 1024
/** Time after which an idle process ends, in milliseconds. */
const IDLE_MS = 10_000

/** Creates the place where an idle process waits for another file of the owner whose file it has parsed. */
export function createIdleParsers() {
  /** The idle process by its owner; one at most. */
  const idle = new Map<string, { parser: ParserProcess; timer: NodeJS.Timeout }>()

  /** Takes the idle process of an owner, if there is one that still runs. */
  function take(owner_id: string): ParserProcess | undefined {
    const found = idle.get(owner_id)
    if (!found) return undefined
    clearTimeout(found.timer)
    idle.delete(owner_id)
    return found.parser.isOver() ? undefined : found.parser
  }

  /** Ends the idle process, if there is one. */
  function endAll(): void {
    for (const { parser, timer } of idle.values()) {
      clearTimeout(timer)
      parser.end()
    }
    idle.clear()
  }

  return {
    take,
    endAll,
    /** Keeps at most one process: turns alternate between owners as soon as there are several. */
    put(owner_id: string, parser: ParserProcess): void {
      endAll()
      if (parser.isOver() || parser.memory() > MAX_REUSABLE_BYTES) parser.end()
      else idle.set(owner_id, { parser, timer: setTimeout(endAll, IDLE_MS).unref() })
    },
  }
}
