// Worker threads with a message channel of their own. The channel that every worker has by default is shared with Node,
// which uses it to report the files a thread has read when it watches them (`node --watch`).
import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  type Transferable,
  Worker,
  workerData,
} from 'node:worker_threads'

/** A worker thread as the thread that started it sees it. */
export interface Thread<Ask, Answer> {
  /**
   * Registers the handlers; call it once. Messages received earlier are queued until then. `ended` is called once,
   * after the last answer, with the error that ended the thread; after `end` too.
   */
  listen: (handlers: { received: (answer: Answer) => void; ended: (fault: Error) => void }) => void
  /** Sends a message and moves the ownership of the given objects with it. */
  tell: (message: Ask, transfer?: readonly Transferable[]) => void
  /** Sets whether the thread keeps the process alive; initially it does. */
  keepProcess: (keeps: boolean) => void
  /** Terminates the thread. */
  end: () => Promise<void>
}

/** Options of `startThread`. */
export interface ThreadOptions {
  /** Names of all messages that the thread sends, see `messageName`. A message of another name terminates it. */
  answers: readonly string[]
  /** Values that the thread finds in its `workerData`, in addition to the channel. */
  data?: Record<string, unknown>
  /** Ports in `data` whose ownership moves to the thread. */
  transfer?: readonly MessagePort[]
  /** Limits of the thread's memory; those of Node when absent. */
  limits?: ResourceLimits
}

/** Starts a worker thread that runs `file` and connects it to a channel of its own. */
export function startThread<Ask, Answer>(file: URL, options: ThreadOptions): Thread<Ask, Answer> {
  const { answers, data = {}, transfer = [], limits = {} } = options
  const { port1: port, port2: channel } = new MessageChannel()
  const worker = new Worker(file, {
    workerData: { ...data, channel },
    transferList: [...transfer, channel],
    resourceLimits: limits,
  })
  // The reason for the end of the thread; this one if nothing has failed.
  let fault = new Error('the thread has ended')
  let keepsProcess = true
  const exited = Promise.withResolvers<void>()
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error))
  })
  worker.on('exit', () => exited.resolve())
  const keepProcess = (keeps: boolean) => {
    keepsProcess = keeps
    for (const handle of [worker, port]) keeps ? handle.ref() : handle.unref()
  }
  /** Returns whether a message has a known name; terminates the thread otherwise. */
  const acceptAnswer = (answer: unknown) => {
    try {
      requireKnownName(answer, answers)
      return true
    } catch (error) {
      fault = error as Error
      void worker.terminate()
      return false
    }
  }
  return {
    listen({ received, ended }) {
      const receive = (answer: Answer) => void (acceptAnswer(answer) && received(answer))
      port.on('message', receive)
      // A listener makes a port keep the process alive again.
      keepProcess(keepsProcess)
      void exited.promise.then(() => {
        for (const answer of undeliveredMessages<Answer>(port)) receive(answer)
        port.close()
        ended(fault)
      })
    },
    tell: (message, transferred = []) => port.postMessage(message, transferred),
    keepProcess,
    end: async () => void (await worker.terminate()),
  }
}

/** Takes the messages that a thread sent before it ended and that have not been delivered. */
function* undeliveredMessages<Answer>(port: MessagePort): Generator<Answer> {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) yield next.message
}

/** The worker's end of the channel that `startThread` created. */
interface ThreadChannel<Ask, Answer> {
  /** Registers the handler of messages. A message of an unknown name makes the handler throw, which ends the thread. */
  receive: (handle: (message: Ask) => void) => void
  /** Sends a message to the thread that started this one. */
  say: (message: Answer) => void
  /** Closes the channel: no further messages arrive, and the thread ends when it has no other work. */
  close: () => void
}

/**
 * Opens the worker's end of the channel.
 *
 * @param names the names of all messages that the thread accepts
 */
export function openChannel<Ask, Answer>(names: readonly string[]): ThreadChannel<Ask, Answer> {
  const port: MessagePort = workerData.channel
  return {
    receive: (handle) =>
      void port.on('message', (message: Ask) => {
        requireKnownName(message, names)
        handle(message)
      }),
    say: (message) => port.postMessage(message),
    close: () => port.close(),
  }
}

/**
 * Checks that a message has one of the names.
 *
 * @throws Error when it has another one.
 */
function requireKnownName(message: unknown, names: readonly string[]): void {
  const name = messageName(message)
  if (!names.includes(name)) throw new Error(`a thread was sent an unknown message: ${name}`)
}

/** Returns the name of a message: its `ask` or `say`, otherwise the names of its fields. */
function messageName(message: unknown): string {
  if (typeof message !== 'object' || message === null) return String(message)
  if ('ask' in message) return String(message.ask)
  if ('say' in message) return String(message.say)
  return Object.keys(message).join(' ')
}
