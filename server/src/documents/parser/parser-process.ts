import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import type { ParseCommand, ProgressMessage } from './messages.ts'
import { processMemory } from './process-memory.ts'
import { PARSER_PROGRAM, READABLE_CODE } from './readable-code.ts'
import { type ParseLimits, runCommand } from './run-command.ts'
import { openSandbox } from './sandbox.ts'

const MEGABYTE = 1024 * 1024
/** Share of the memory limit that the JavaScript heap may take; buffers and WebAssembly are outside the heap. */
const HEAP_SHARE = 0.75

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
  if (child.pid !== undefined) lowerPriority(child.pid)
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

/** Lets requests, which wait for the server, take precedence over a process; one that has ended is left out. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
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
