import { type MessagePort, workerData } from 'node:worker_threads'
import { refuseUnknown } from './names.ts'

/** The end of the channel that a thread has which `startThread` started. */
interface ThreadChannel<Ask, Answer> {
  /** A message of another name ends the thread with that fault. */
  receive: (handle: (message: Ask) => void) => void
  say: (message: Answer) => void
  /** Nothing more is heard: the thread ends when it has nothing else to do. */
  close: () => void
}

/** @param known the names of all that the thread is asked. */
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
