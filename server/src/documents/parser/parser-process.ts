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

/** Limits of parsing one file. */
export interface ParseLimits {
  seconds: number
  /** Length of a step of character recognition, in milliseconds; each step may take the time of a whole file. */
  piece_ms: number
  /** In bytes. */
  memory: number
}

/** A process that parses files one at a time and can be ended at any moment. */
export interface ParserProcess {
  /**
   * Parses a file; returns whether more of it remains for another step.
   *
   * @throws UnreadableDocument with the reason for the owner of the file, also when the process had to be ended:
   * `too-slow`, `too-much-memory`, `crashed`. After any error other than a reason reported by the parser itself, the
   * process has ended.
   */
  parse: (
    order: ParseCommand,
    signal: AbortSignal,
    heard: (message: Extract<ParserMessage, { say: 'progress' }>) => void,
  ) => Promise<boolean>
  isOver: () => boolean
  /** Memory in use, in bytes. */
  memory: () => number
  end: () => void
}

const PARSER_PROGRAM = fileURLToPath(new URL('./parser-program.ts', import.meta.url))
const REPOSITORY_ROOT = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
const SAMPLE_PACKAGE = realpathSync(fileURLToPath(import.meta.resolve('zod')))
const PACKAGES_FOLDER = SAMPLE_PACKAGE.slice(0, SAMPLE_PACKAGE.lastIndexOf(`${sep}node_modules${sep}`))
/** The workspaces that parsing needs. The product folder also holds settings and data, which must stay unreadable. */
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
 * Starts a parser process. It can read the code of the product and the current file, can write to a folder of its own
 * below `results`, starts no programs, and receives none of the settings of the server.
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
    // A process group of its own, so that signals to the group of the server do not reach it.
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

/** Lets the server exit while the process is idle; the process then ends with it. */
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

/** V8 ends a process that runs out of heap like this. */
const isOutOfHeap = (code: number | null, signal: string | null) => code === 134 || signal === 'SIGABRT'

/** Creates the error for a crash, with the cause for developers if it is known. */
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
