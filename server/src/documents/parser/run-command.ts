import type { ChildProcess } from 'node:child_process'
import { documentFault, UnreadableDocument } from '@scinav/documents'
import { type ParseCommand, type ProgressMessage, parserMessageShape } from './messages.ts'
import { processMemory } from './process-memory.ts'

/** Limits of parsing one file. */
export interface ParseLimits {
  /** Longest time that a step may take, seconds. A file without character recognition is parsed in one step. */
  timeout_s: number
  /** Time after which a step of character recognition ends by itself, in milliseconds. */
  step_ms: number
  /** Memory of the process and its descendants, in bytes. */
  memory_bytes: number
}

/** Interval at which the memory of a process is measured, in milliseconds. */
const POLL_INTERVAL_MS = 100
const MEGABYTE = 1024 * 1024

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
export function runCommand(
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

/** How a shell reports SIGABRT, which is signal 6: as exit code 128 + 6. */
const ABORT_EXIT_CODE = 134

/** Returns whether a process ended the way V8 ends it when the heap is full: by SIGABRT. */
const isOutOfHeap = (code: number | null, signal: string | null) =>
  code === ABORT_EXIT_CODE || signal === 'SIGABRT'

/** Creates the error for a crash, with the cause for developers if it is known. */
const crashError = (cause?: string) =>
  new UnreadableDocument('crashed', documentFault('crashed').message, { cause })
