import { type MessagePort, workerData } from 'node:worker_threads'
import { refuseUnknown } from './names.ts'

/** The worker's end of the channel that `startThread` created. */
interface ThreadChannel<Ask, Answer> {
  /** Registers the handler of messages. A message of an unknown name makes the handler throw, which ends the thread. */
  receive: (handle: (message: Ask) => void) => void
  say: (message: Answer) => void
  /** Closes the channel: no further messages arrive, and the thread ends when it has no other work. */
  close: () => void
}

/**
 * Opens the worker's end of the channel.
 *
 * @param known the names of all messages that the thread accepts.
 */
export function openChannel<Ask, Answer>(known: readonly string[]): ThreadChannel<Ask, Answer> {
  const port: MessagePort = workerData.channel
  return {
    receive: (handle) =>
      void port.on('message', (message: Ask) => {
        refuseUnknown(message, known)
        handle(message)
      }),
    say: (message) => port.postMessage(message),
    close: () => port.close(),
  }
}
