// Files become documents, in processes of their own.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createFairQueue } from '../../platform/foundation/fair-queue.ts'
import type { ParseControl, ParsedFile, ParserPool, ParseTask } from '../../platform/providers/parsing.ts'
import type { ParseCommand } from './messages.ts'
import { openParsedFile } from './parsed-file.ts'
import { type ParseLimits, type ParserProcess, startParser } from './parser.ts'

/** Why a turn is ended where the server stops: pages that were recognised stay, and whoever reads the file next goes on. */
export const STOP_REASON = 'stopped'

const MEGABYTE = 1024 * 1024
const DEFAULT_LIMITS: ParseLimits = { seconds: 120, piece_ms: 60_000, memory: 1024 * MEGABYTE }
/** A process with more than this in use is not given another file. */
const MAX_REUSABLE_BYTES = 400 * MEGABYTE
/** One that has nothing to do ends after this long. */
const IDLE_MS = 10_000

interface Options {
  /** Where results lie until they are taken over. */
  out: string
  limits?: ParseLimits
  /** How many files at once. */
  width?: number
}

const PAGES_SUFFIX = '.pages'
/** Recognised pages that a server left behind are of use for so long. */
const PAGES_TTL_MS = 24 * 60 * 60_000

/** What an earlier server has left goes, but for pages that were recognised lately: whoever reads their file goes on with them. */
function cleanResultFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // Files have the time of the machine.
    const { size, mtimeMs } = statSync(path)
    const isKept = name.endsWith(PAGES_SUFFIX) && size > 0 && mtimeMs > Date.now() - PAGES_TTL_MS
    if (!isKept) rmSync(path, { recursive: true, force: true })
  }
}

/** Processes that wait for another file of the owner whose file they have read. */
function createIdleParserPool() {
  const idle = new Map<string, { parser: ParserProcess; timer: NodeJS.Timeout }>()

  function take(owner_id: string): ParserProcess | undefined {
    const found = idle.get(owner_id)
    if (!found) return undefined
    clearTimeout(found.timer)
    idle.delete(owner_id)
    return found.parser.isOver() ? undefined : found.parser
  }

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
    /** One is enough: turns alternate between owners as soon as there are several. */
    put(owner_id: string, parser: ParserProcess): void {
      endAll()
      if (parser.isOver() || parser.memory() > MAX_REUSABLE_BYTES) parser.end()
      else idle.set(owner_id, { parser, timer: setTimeout(endAll, IDLE_MS).unref() })
    },
  }
}

/** Starts nothing yet. */
export function createParserPool({
  out,
  limits = DEFAULT_LIMITS,
  width = Math.max(1, availableParallelism() - 1),
}: Options): ParserPool {
  const queue = createFairQueue(width)
  const idle = createIdleParserPool()
  const folder = resolve(out)
  const unfinished = new Set<string>()
  let isNew = true

  function resultFile(id: string): string {
    if (isNew) cleanResultFolder(folder)
    isNew = false
    return join(folder, `${id}.jsonl`)
  }

  /** Written down for the process that reads the file: what strangers wrote is read by nobody else. */
  async function structureFile(out: string, { structure }: ParseTask, signal: AbortSignal) {
    if (!structure) return {}
    const told = await structure(signal)
    if (told) await writeFile(`${out}.tei`, told, { mode: 0o600 })
    return { structure: told && `${out}.tei` }
  }

  /** What a file is read with, in all of its turns. */
  async function orderOf(task: ParseTask, signal: AbortSignal): Promise<ParseCommand> {
    const out = resultFile(task.id)
    const told = await structureFile(out, task, signal)
    const { piece_ms } = limits
    const pages = join(folder, `${task.parse_id ?? task.id}${PAGES_SUFFIX}`)
    return { path: resolve(task.path), name: task.name, out, pages, piece_ms, ...told }
  }

  /** One turn; null where more of the file is left for another. */
  async function work(
    { owner_id }: ParseTask,
    order: ParseCommand,
    { signal, report }: Required<ParseControl>,
  ): Promise<ParsedFile | null> {
    const parser = idle.take(owner_id) ?? startParser(folder, limits)
    try {
      const more = await parser.parse(order, signal, ({ stage, done, all }) => report({ stage, done, all }))
      return more ? null : await openParsedFile(order.out)
    } catch (error) {
      rmSync(order.out, { force: true })
      throw error
    } finally {
      idle.put(owner_id, parser)
    }
  }

  return {
    async parse(task, { signal = new AbortController().signal, report = () => {} } = {}) {
      let order: ParseCommand | undefined
      const leave = () => queue.cancel(task.id, signal.reason)
      signal.addEventListener('abort', leave)
      try {
        for (;;) {
          const parsed = await queue.run(task, async () => {
            signal.throwIfAborted()
            order ??= await orderOf(task, signal)
            return work(task, order, { signal, report })
          })
          if (parsed) return parsed
          unfinished.add(task.id)
        }
      } finally {
        signal.removeEventListener('abort', leave)
        unfinished.delete(task.id)
        if (order) rmSync(`${order.out}.tei`, { force: true })
        if (order && !(signal.aborted && signal.reason === STOP_REASON)) rmSync(order.pages, { force: true })
      }
    },
    width,
    unfinished: () => unfinished.size,
    place: queue.place,
    close: idle.endAll,
  }
}
