import type { ParserProcess } from './parser-process.ts'

/** Memory in use by all idle processes together, in bytes; beyond it those end that have waited longest. */
const MAX_IDLE_BYTES = 400 * 1024 * 1024
/** Time after which an idle process ends, in milliseconds. */
const IDLE_MS = 10_000

interface IdleParser {
  parser: ParserProcess
  timer: NodeJS.Timeout
  /** Memory in use when it became idle, in bytes. */
  bytes: number
}

/**
 * Creates the place where idle processes wait for another file of the owner whose file they have parsed. Owners take
 * turns, so each of several has a process here; starting one for every file would hold the main thread.
 */
export function createIdleParsers() {
  /** The idle processes by their owners, the one that has waited longest first. */
  const idle = new Map<string, IdleParser>()

  function remove(owner_id: string): ParserProcess | undefined {
    const found = idle.get(owner_id)
    clearTimeout(found?.timer)
    idle.delete(owner_id)
    return found?.parser
  }

  const end = (owner_id: string) => remove(owner_id)?.end()

  return {
    /** Takes the idle process of an owner, if there is one that still runs. */
    take(owner_id: string): ParserProcess | undefined {
      const parser = remove(owner_id)
      return parser?.isOver() ? undefined : parser
    },
    /** Ends the idle processes. */
    endAll(): void {
      for (const owner_id of [...idle.keys()]) end(owner_id)
    },
    /** Keeps a process, the only one of its owner, if it is small enough. */
    put(owner_id: string, parser: ParserProcess): void {
      end(owner_id)
      if (parser.isOver()) {
        parser.end()
        return
      }
      const timer = setTimeout(() => end(owner_id), IDLE_MS).unref()
      idle.set(owner_id, { parser, timer, bytes: parser.memory() })
      let bytes = [...idle.values()].reduce((sum, each) => sum + each.bytes, 0)
      for (const [longest, each] of [...idle]) {
        if (bytes <= MAX_IDLE_BYTES) return
        bytes -= each.bytes
        end(longest)
      }
    },
  }
}
