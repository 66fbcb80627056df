import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  type Transferable,
  Worker,
} from 'node:worker_threads'
import { refuseUnknown } from './names.ts'

/**
 * A worker thread with a message channel of its own. The channel that every worker has by default is shared with Node,
 * which uses it to report the files a thread has read when it watches them (`node --watch`).
 */
export interface Thread<Ask, Answer> {
  /**
   * Registers the handlers. Messages received earlier are queued until then. `ended` is called once, after the last
   * answer.
   */
  listen: (ears: { received: (answer: Answer) => void; ended: (fault: Error) => void }) => void
  tell: (message: Ask, transfer?: readonly Transferable[]) => void
  /** Sets whether the thread keeps the process alive; initially it does. */
  keepProcess: (keeps: boolean) => void
  end: () => Promise<void>
}

interface Options {
  /** Names of all messages that the thread sends. A message of another name terminates it. */
  answers: readonly string[]
  /** Values that the thread finds in its `workerData`, in addition to the channel. */
  data?: Record<string, unknown>
  /** Ports in `data` whose ownership moves to the thread. */
  transfer?: readonly MessagePort[]
  limits?: ResourceLimits
}

/** Starts a worker thread that runs `file` and connects it to a channel of its own. */
export function startThread<Ask, Answer>(file: URL, options: Options): Thread<Ask, Answer> {
  const { answers, data = {}, transfer = [], limits = {} } = options
  const { port1: port, port2: channel } = new MessageChannel()
  const worker = new Worker(file, {
    workerData: { ...data, channel },
    transferList: [...transfer, channel],
    resourceLimits: limits,
  })
  let fault = new Error('the thread has ended')
  let kept = true
  const over = Promise.withResolvers<void>()
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error))
  })
  worker.on('exit', () => over.resolve())
  const keepProcess = (keeps: boolean) => {
    kept = keeps
    for (const each of [worker, port]) keeps ? each.ref() : each.unref()
  }
  const check = (answer: unknown) => {
    try {
      refuseUnknown(answer, answers)
      return true
    } catch (error) {
      fault = error as Error
      void worker.terminate()
      return false
    }
  }
  return {
    listen({ received, ended }) {
      const receive = (answer: Answer) => void (check(answer) && received(answer))
      port.on('message', receive)
      keepProcess(kept)
      void over.promise.then(() => {
        for (const answer of remainingMessages<Answer>(port)) receive(answer)
        port.close()
        ended(fault)
      })
    },
    tell: (message, given = []) => port.postMessage(message, given),
    keepProcess,
    end: async () => void (await worker.terminate()),
  }
}

/** Drains the messages that a thread sent before it ended and that have not been delivered yet. */
function* remainingMessages<Answer>(port: MessagePort): Generator<Answer> {
  for (let left = receiveMessageOnPort(port); left; left = receiveMessageOnPort(port)) yield left.message
}
