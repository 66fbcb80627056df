import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createFairQueue } from '../../platform/foundation/fair-queue.ts'
import type { ParseControl, ParsedFile, ParserPool, ParseTask } from '../../platform/providers/parsing.ts'
import { createIdleParsers } from './idle-parsers.ts'
import type { ParseCommand } from './messages.ts'
import { openParsedFile } from './parsed-file.ts'
import { startParser } from './parser-process.ts'
import { cleanResultFolder, PAGES_SUFFIX, STRUCTURE_SUFFIX, writeStructure } from './result-folder.ts'
import type { ParseLimits } from './run-command.ts'

/**
 * Abort reason when the server stops: recognized pages are kept, so that the next parse of the file continues with
 * them.
 */
export const STOP_REASON = 'stopped'

const MEGABYTE = 1024 * 1024
/** The limits of parsing a file unless others are given. */
const DEFAULT_LIMITS: ParseLimits = { timeout_s: 120, step_ms: 60_000, memory_bytes: 1024 * MEGABYTE }

interface ParserPoolOptions {
  /** Folder in which results are stored until they are read. */
  out: string
  limits?: ParseLimits
  /** Number of files parsed at once; by default one per processor but one. */
  width?: number
  /** Starts a parser; by default one in a process of its own. */
  start?: typeof startParser
}

/**
 * Creates a pool of parser processes; none is started before the first file. A file whose pages are recognized in
 * steps waits for a new turn before each step, so that other files are parsed in between.
 */
export function createParserPool({
  out,
  limits = DEFAULT_LIMITS,
  width = Math.max(1, availableParallelism() - 1),
  start = startParser,
}: ParserPoolOptions): ParserPool {
  const queue = createFairQueue(width)
  const idle = createIdleParsers()
  const folder = resolve(out)
  /** Ids of tasks of which some steps are done and others remain. */
  const unfinished = new Set<string>()
  let isClean = false

  /** Returns the path of the result of a task; cleans the folder before the first one. */
  function preparePath(id: string): string {
    if (!isClean) cleanResultFolder(folder)
    isClean = true
    return join(folder, `${id}.jsonl`)
  }

  /** Returns the command that parses a file, the same for all of its steps. */
  async function commandFor(task: ParseTask, signal: AbortSignal): Promise<ParseCommand> {
    const resultPath = preparePath(task.id)
    const structure = await writeStructure(resultPath, task, signal)
    const pages = join(folder, `${task.parse_id ?? task.id}${PAGES_SUFFIX}`)
    const { step_ms } = limits
    return { path: resolve(task.path), name: task.name, out: resultPath, pages, step_ms, ...structure }
  }

  /** Runs one step; returns null when more of the file remains for another one. */
  async function runStep(
    { owner_id }: ParseTask,
    command: ParseCommand,
    { signal, report }: Required<ParseControl>,
  ): Promise<ParsedFile | null> {
    const parser = idle.take(owner_id) ?? start(folder, limits)
    try {
      const hasMore = await parser.parse(command, signal, ({ stage, done, all }) =>
        report({ stage, done, all }),
      )
      return hasMore ? null : await openParsedFile(command.out)
    } catch (error) {
      rmSync(command.out, { force: true })
      throw error
    } finally {
      idle.put(owner_id, parser)
    }
  }

  return {
    async parse(task, { signal = new AbortController().signal, report = () => {} } = {}) {
      let command: ParseCommand | undefined
      const leaveQueue = () => queue.cancel(task.id, signal.reason)
      signal.addEventListener('abort', leaveQueue)
      try {
        for (;;) {
          const parsed = await queue.run(task, async () => {
            signal.throwIfAborted()
            command ??= await commandFor(task, signal)
            return runStep(task, command, { signal, report })
          })
          if (parsed) return parsed
          unfinished.add(task.id)
        }
      } finally {
        signal.removeEventListener('abort', leaveQueue)
        unfinished.delete(task.id)
        const isStopped = signal.aborted && signal.reason === STOP_REASON
        if (command) rmSync(command.out + STRUCTURE_SUFFIX, { force: true })
        if (command && !isStopped) rmSync(command.pages, { force: true })
      }
    },
    width,
    unfinished: () => unfinished.size,
    place: queue.place,
    close: idle.endAll,
  }
}
