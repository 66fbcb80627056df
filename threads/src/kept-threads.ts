import { startThread, type ThreadOptions } from './thread.ts'

/** Time after which an idle thread ends, in milliseconds. */
const IDLE_MS = 10_000

/** A thread that answers one request at a time: the next one may be sent once the answer has arrived. */
interface KeptThread<Ask, Answer> {
  ask: (request: Ask) => Promise<Answer>
  /** Whether the thread has ended. */
  isOver: () => boolean
  /** Sets whether the thread keeps the process alive. */
  keepProcess: (keeps: boolean) => void
  end: () => Promise<void>
}

/** Starts a thread; it keeps the process alive until `keepProcess` says otherwise. */
function startKeptThread<Ask, Answer>(file: URL, options: ThreadOptions): KeptThread<Ask, Answer> {
  const { listen, tell, keepProcess, end } = startThread<Ask, Answer>(file, options)
  let isOver = false
  let pending: PromiseWithResolvers<Answer> | undefined
  listen({
    received: (answer) => pending?.resolve(answer),
    ended: (fault) => {
      isOver = true
      pending?.reject(fault)
    },
  })
  return {
    ask(request) {
      pending = Promise.withResolvers<Answer>()
      tell(request)
      return pending.promise
    },
    isOver: () => isOver,
    keepProcess,
    end,
  }
}

/**
 * Creates a function that sends a request to a thread of its own and resolves to the answer. Idle threads are kept for
 * `IDLE_MS` for the next request, because starting one loads its modules. There is one thread per pending request, so
 * callers have to limit the number of requests at a time.
 *
 * The function rejects with the reason when the thread ends without an answer. When `signal` aborts, the thread is
 * ended.
 *
 * @param file module that the threads run; it answers each message with one message
 */
export function createKeptThreads<Ask, Answer>(
  file: URL,
  options: ThreadOptions,
): (request: Ask, signal?: AbortSignal) => Promise<Answer> {
  /** Idle threads with the timers that end them. */
  const idle = new Map<KeptThread<Ask, Answer>, NodeJS.Timeout>()

  function take(): KeptThread<Ask, Answer> {
    for (const [thread, timer] of idle) {
      clearTimeout(timer)
      idle.delete(thread)
      if (thread.isOver()) continue
      thread.keepProcess(true)
      return thread
    }
    return startKeptThread(file, options)
  }

  function keep(thread: KeptThread<Ask, Answer>): void {
    thread.keepProcess(false)
    const end = () => {
      idle.delete(thread)
      void thread.end()
    }
    idle.set(thread, setTimeout(end, IDLE_MS).unref())
  }

  return async (request, signal) => {
    signal?.throwIfAborted()
    const thread = take()
    const end = () => void thread.end()
    signal?.addEventListener('abort', end)
    try {
      const answer = await thread.ask(request)
      if (signal?.aborted) await thread.end()
      else keep(thread)
      return answer
    } catch (error) {
      await thread.end()
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }
}
