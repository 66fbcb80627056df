import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentFault, UnreadableDocument } from '@scinav/documents'
import { processMemory } from './memory.ts'
import { type ParseCommand, type ParserMessage, parserMessageShape } from './messages.ts'
import { openSandbox } from './sandbox.ts'

const MEGABYTE = 1024 * 1024
const POLL_INTERVAL_MS = 100

/** What one file may take. */
export interface ParseLimits {
  seconds: number
  /** Characters of scanned pages are recognised in pieces of so long; each may take the time of a file. */
  piece_ms: number
  /** Bytes of memory. */
  memory: number
}

/** A process that reads files, one at a time, and that can be ended at any moment. */
export interface ParserProcess {
  /**
   * Answers whether more of the file is left for another piece of the work.
   *
   * @throws UnreadableDocument with the reason for the file's owner, also where the process had to be ended: `too-slow`,
   * `too-much-memory`, `crashed`. Whatever it throws but a reason that the parser itself gave, the process is over.
   */
  parse: (
    order: ParseCommand,
    signal: AbortSignal,
    heard: (message: Extract<ParserMessage, { say: 'progress' }>) => void,
  ) => Promise<boolean>
  isOver: () => boolean
  /** Bytes in use. */
  memory: () => number
  end: () => void
}

const PARSER_PROGRAM = fileURLToPath(new URL('./parse-process.ts', import.meta.url))
const REPOSITORY_ROOT = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
const SAMPLE_PACKAGE = realpathSync(fileURLToPath(import.meta.resolve('zod')))
const PACKAGES_FOLDER = SAMPLE_PACKAGE.slice(0, SAMPLE_PACKAGE.lastIndexOf(`${sep}node_modules${sep}`))
/** The workspaces that reading files takes; beside them in the folder of the product lie settings and data. */
const WORKSPACES = ['contract', 'formats', 'documents', 'threads']
/** All code that the process may read, and nothing else of the product. */
const READABLE_CODE = [
  ...WORKSPACES.flatMap((name) => [
    join(REPOSITORY_ROOT, name, 'src'),
    join(REPOSITORY_ROOT, name, 'package.json'),
  ]),
  dirname(PARSER_PROGRAM),
  join(REPOSITORY_ROOT, 'server', 'package.json'),
  join(REPOSITORY_ROOT, 'package.json'),
  join(REPOSITORY_ROOT, 'node_modules'),
  join(PACKAGES_FOLDER, 'node_modules'),
]

/**
 * Starts a process. It reads the product's code and the file in hand, writes to a folder of its own below `results`,
 * starts no programs, and has none of the server's settings.
 */
export function startParser(results: string, limits: ParseLimits): ParserProcess {
  const sandbox = openSandbox(results)
  const child = fork(PARSER_PROGRAM, [], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${Math.floor((limits.memory / MEGABYTE) * 0.75)}`,
      '--permission',
      '--allow-worker',
      ...[...READABLE_CODE, sandbox.input, sandbox.output].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${sandbox.output}`,
    ],
    env: { PATH: process.env.PATH ?? '' },
    cwd: dirname(PARSER_PROGRAM),
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own: a signal to the server's group is not meant for it.
    detached: process.platform !== 'win32',
  })
  let over = false
  child.once('exit', () => {
    over = true
    sandbox.remove()
  })
  child.on('error', () => {
    over = true
    sandbox.remove()
  })
  const end = () => {
    if (!over) killProcess(child)
    over = true
  }
  unrefProcess(child)
  return {
    async parse(order, signal, heard) {
      child.ref()
      child.channel?.ref()
      try {
        const placed = await sandbox.place(order)
        const isMoreLeft = await runParse(child, { order: placed, signal, heard, limits, end })
        if (!isMoreLeft) sandbox.takeResult(order)
        return isMoreLeft
      } finally {
        unrefProcess(child)
      }
    },
    isOver: () => over || !child.connected,
    memory: () => processMemory(child.pid ?? 0),
    end,
  }
}

/** A process that has nothing to do keeps ours from nothing; it ends with it. */
function unrefProcess(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function killProcess(child: ChildProcess): void {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface ParseExchange {
  order: ParseCommand
  signal: AbortSignal
  heard: (message: Extract<ParserMessage, { say: 'progress' }>) => void
  limits: ParseLimits
  end: () => void
}

/** V8 ends a process that has no heap left like this. */
const isOutOfHeap = (code: number | null, signal: string | null) => code === 134 || signal === 'SIGABRT'

/** With what a programmer needs to know, where that is known. */
const crashError = (cause?: string) =>
  new UnreadableDocument('crashed', documentFault('crashed').message, { cause })

function runParse(
  child: ChildProcess,
  { order, signal, heard, limits, end }: ParseExchange,
): Promise<boolean> {
  const limit = `${Math.round(limits.memory / MEGABYTE)} MB`
  const tooMuchMemory = documentFault('too-much-memory', { limit })
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown, more = false) => {
      clearInterval(watch)
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
      child.off('message', listen).off('exit', exited).off('error', failed)
      if (error === undefined) resolve(more)
      else reject(error)
    }
    const give = (error: unknown) => {
      end()
      settle(error)
    }
    const stop = () => give(signal.reason)
    const failed = (error: Error) => give(error)
    const exited = (code: number | null, by: string | null) =>
      give(isOutOfHeap(code, by) ? tooMuchMemory : crashError())
    const listen = (raw: unknown) => {
      const message = parserMessageShape.safeParse(raw).data
      if (message?.say === 'progress') heard(message)
      else if (message?.say === 'done' || message?.say === 'more') settle(undefined, message.say === 'more')
      else if (message?.say === 'unreadable') settle(new UnreadableDocument(message.kind, message.message))
      else give(crashError(message?.message))
    }
    const watch = setInterval(() => {
      if (processMemory(child.pid ?? 0) > limits.memory) give(tooMuchMemory)
    }, POLL_INTERVAL_MS)
    const deadline = setTimeout(
      () => give(documentFault('too-slow', { limit: limits.seconds })),
      limits.seconds * 1_000,
    )
    signal.addEventListener('abort', stop)
    child.on('message', listen).on('exit', exited).on('error', failed)
    if (signal.aborted) stop()
    else child.send(order)
  })
}
