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
 * A thread with a channel of its own. The one every thread is born with is not only ours: Node tells through it which
 * files a thread has read where it watches them (`node --watch`).
 */
export interface Thread<Ask, Answer> {
  /** What comes before this waits. `ended` is called once, after the last answer. */
  listen: (ears: { received: (answer: Answer) => void; ended: (fault: Error) => void }) => void
  tell: (message: Ask, transfer?: readonly Transferable[]) => void
  /** Whether the process waits for the thread; at first it does. */
  keepProcess: (keeps: boolean) => void
  end: () => Promise<void>
}

interface Options {
  /** The names of all that the thread answers. A message of another name ends it. */
  answers: readonly string[]
  /** What the thread finds in its `workerData`, beside the channel. */
  data?: Record<string, unknown>
  /** Those of it that are given away. */
  transfer?: readonly MessagePort[]
  limits?: ResourceLimits
}

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

/** What a thread said before it ended, and nobody has heard yet. */
function* remainingMessages<Answer>(port: MessagePort): Generator<Answer> {
  for (let left = receiveMessageOnPort(port); left; left = receiveMessageOnPort(port)) yield left.message
}
