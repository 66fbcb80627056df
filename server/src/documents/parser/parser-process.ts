import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentFault, UnreadableDocument } from '@scinav/documents'
import { type ParseCommand, type ProgressMessage, parserMessageShape } from './messages.ts'
import { openSandbox } from './sandbox.ts'

const MEGABYTE = 1024 * 1024
/** Interval at which the memory of a process is measured, in milliseconds. */
const POLL_INTERVAL_MS = 100
/** Share of the memory limit that the JavaScript heap may take; buffers and WebAssembly are outside the heap. */
const HEAP_SHARE = 0.75

/** Limits of parsing one file. */
export interface ParseLimits {
  /** Longest time that a step may take, seconds. A file without character recognition is parsed in one step. */
  timeout_s: number
  /** Time after which a step of character recognition ends by itself, in milliseconds. */
  step_ms: number
  /** Memory of the process and its descendants, in bytes. */
  memory_bytes: number
}

/** A process that parses files one at a time and can be ended at any moment. */
export interface ParserProcess {
  /**
   * Parses a file; returns whether more of it remains for another step.
   *
   * @throws UnreadableDocument with the reason for the owner of the file, also when the process had to be ended:
   * `too-slow`, `too-much-memory`, `crashed`; the reason of `signal` when it is aborted. After any error other than a
   * reason reported by the parser itself, the process has ended.
   */
  parse: (
    command: ParseCommand,
    signal: AbortSignal,
    onProgress: (message: ProgressMessage) => void,
  ) => Promise<boolean>
  isOver: () => boolean
  /** Memory in use, in bytes. */
  memory: () => number
  end: () => void
}

const PARSER_PROGRAM = fileURLToPath(new URL('./parser-program.ts', import.meta.url))
const REPOSITORY_ROOT = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
/** Any installed package shows where packages are, which may be outside the repository. */
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
      `--max-old-space-size=${Math.floor((limits.memory_bytes / MEGABYTE) * HEAP_SHARE)}`,
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
  let isOver = false
  const cleanUp = () => {
    isOver = true
    sandbox.remove()
  }
  child.once('exit', cleanUp).on('error', cleanUp)
  const end = () => {
    if (!isOver) killProcess(child)
    isOver = true
  }
  unrefProcess(child)
  return {
    async parse(command, signal, onProgress) {
      child.ref()
      child.channel?.ref()
      try {
        const sandboxed = await sandbox.enter(command)
        const hasMore = await runCommand(child, { command: sandboxed, signal, onProgress, limits, end })
        if (hasMore) sandbox.savePages(command)
        else sandbox.saveResult(command)
        return hasMore
      } finally {
        unrefProcess(child)
      }
    },
    isOver: () => isOver || !child.connected,
    memory: () => processMemory(child.pid ?? 0),
    end,
  }
}

/** Lets the server exit while the process is idle; the process then ends with it. */
function unrefProcess(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

/** Kills a process with all that it may have started. */
function killProcess(child: ChildProcess): void {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch (error) {
    // ESRCH: it has just ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** How a shell reports SIGABRT, which is signal 6: as exit code 128 + 6. */
const ABORT_EXIT_CODE = 134

/** Returns whether a process ended the way V8 ends it when the heap is full: by SIGABRT. */
const isOutOfHeap = (code: number | null, signal: string | null) =>
  code === ABORT_EXIT_CODE || signal === 'SIGABRT'

/** Creates the error for a crash, with the cause for developers if it is known. */
const crashError = (cause?: string) =>
  new UnreadableDocument('crashed', documentFault('crashed').message, { cause })

/** A command with what watches it and what ends it. */
interface CommandRun {
  command: ParseCommand
  signal: AbortSignal
  onProgress: (message: ProgressMessage) => void
  limits: ParseLimits
  /** Ends the process. */
  end: () => void
}

/** Sends a command and waits for its end within the limits; returns whether more of the file remains. */
function runCommand(
  child: ChildProcess,
  { command, signal, onProgress, limits, end }: CommandRun,
): Promise<boolean> {
  const tooMuchMemory = documentFault('too-much-memory', {
    limit: `${Math.round(limits.memory_bytes / MEGABYTE)} MB`,
  })
  return new Promise((resolve, reject) => {
    const stopWatching = () => {
      clearInterval(memoryWatch)
      clearTimeout(deadline)
      signal.removeEventListener('abort', onAbort)
      child.off('message', onMessage).off('exit', onExit).off('error', abandon)
    }
    const finish = (hasMore: boolean) => {
      stopWatching()
      resolve(hasMore)
    }
    const refuse = (error: unknown) => {
      stopWatching()
      reject(error)
    }
    /** Ends the process as well: nothing is known about its state. */
    const abandon = (error: unknown) => {
      end()
      refuse(error)
    }
    const onAbort = () => abandon(signal.reason)
    const onExit = (code: number | null, exitSignal: string | null) =>
      abandon(isOutOfHeap(code, exitSignal) ? tooMuchMemory : crashError())
    const onMessage = (raw: unknown) => {
      const message = parserMessageShape.safeParse(raw).data
      if (message?.type === 'progress') onProgress(message)
      else if (message?.type === 'done' || message?.type === 'more') finish(message.type === 'more')
      else if (message?.type === 'unreadable') refuse(new UnreadableDocument(message.kind, message.message))
      else abandon(crashError(message?.message))
    }
    const memoryWatch = setInterval(() => {
      if (processMemory(child.pid ?? 0) > limits.memory_bytes) abandon(tooMuchMemory)
    }, POLL_INTERVAL_MS)
    const deadline = setTimeout(
      () => abandon(documentFault('too-slow', { limit: limits.timeout_s })),
      limits.timeout_s * 1_000,
    )
    signal.addEventListener('abort', onAbort)
    child.on('message', onMessage).on('exit', onExit).on('error', abandon)
    if (signal.aborted) onAbort()
    else child.send(command)
  })
}

/** Bounds the measurement: generations below a process, and children of each. */
const MAX_GENERATIONS = 4
const MAX_CHILDREN = 16

/**
 * Returns the memory in use by a process and its descendants, in bytes: up to `MAX_GENERATIONS` generations and
 * `MAX_CHILDREN` children per process. Returns 0 on systems other than Linux, where only the limit of the heap applies.
 */
export function processMemory(pid: number, generation = 0): number {
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0)
  const ownBytes = kilobytes * 1024
  if (generation >= MAX_GENERATIONS) return ownBytes
  const children = readProcFile(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_CHILDREN)
  return children.reduce((sum, child) => sum + processMemory(Number(child), generation + 1), ownBytes)
}

/** Returns '' when the process has just ended. */
function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
