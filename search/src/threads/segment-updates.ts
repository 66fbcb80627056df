import { type MessagePort, type ResourceLimits, receiveMessageOnPort } from 'node:worker_threads'
import { startThread, type Thread } from '@scinav/threads'
import type { SegmentData } from '../index/layout.ts'
import type { IndexUpdate } from '../index/state.ts'

/**
 * A change of segments. The writer thread sends it to the reading threads through segment channels of their own: the
 * main thread holds no segments, so that no memory waits for its garbage collector. It only sends the readers the
 * number of the update up to which they follow. Two threads that answer one search together receive the same number and
 * so have the same segments.
 */
export interface SegmentUpdate {
  /** Incremented each time segments are added or removed. */
  number: number
  /** See `IndexUpdate`. */
  added: SegmentData[]
  /** Ids of removed segments. */
  removed: number[]
}

/** Creates the sending ends of the segment channels in the writer thread. */
export function createSegmentSender() {
  const ports = new Set<MessagePort>()
  return {
    /**
     * Adds the channel of a reader: it receives all current segments now, and later updates from then on.
     *
     * @param update an update that contains all current segments as added ones.
     */
    begin(port: MessagePort, update: IndexUpdate): void {
      const { update_number: number, added } = update
      port.postMessage({ number, added, removed: [] } satisfies SegmentUpdate)
      ports.add(port)
      port.on('close', () => ports.delete(port))
    },
    /**
     * Sends an update to all readers, unless no segments have changed. Call it before a reader is told to follow the
     * update.
     */
    send({ update_number: number, added, removed }: IndexUpdate): void {
      if (added.length === 0 && removed.length === 0) return
      for (const port of ports) port.postMessage({ number, added, removed } satisfies SegmentUpdate)
    },
  }
}

/**
 * Creates the receiving end of a segment channel: a function that returns the segments added and removed between its
 * last call and an update. A segment that was added and removed in between is only among the removed ones. The function
 * throws an error when the update has not arrived.
 */
export function createSegmentFollower(port: MessagePort): (number: number) => Omit<SegmentUpdate, 'number'> {
  let lastNumber = -1
  return (number) => {
    const updates: SegmentUpdate[] = []
    while (lastNumber < number) {
      const received: { message: SegmentUpdate } | undefined = receiveMessageOnPort(port)
      if (!received) throw new Error(`no update ${number} of segments`)
      updates.push(received.message)
      lastNumber = received.message.number
    }
    const removed = updates.flatMap((update) => update.removed)
    const removedIds = new Set(removed)
    return {
      added: updates.flatMap((update) => update.added).filter(({ head }) => !removedIds.has(head.id)),
      removed,
    }
  }
}

/**
 * Creates a segment channel for a thread that is about to start. `begun` resolves when the channel contains all current
 * segments, and rejects when there is no writer any more.
 */
export type JoinChannel = () => { port: MessagePort; begun: Promise<void> }

/**
 * Starts a thread with a segment channel; messages are delivered once the channel contains all current segments. The
 * thread is ended when there is no writer any more.
 */
export function startReaderThread<Ask, Answer>(
  file: URL,
  join: JoinChannel,
  options: { answers: readonly string[]; limits: ResourceLimits },
): Thread<Ask, Answer> {
  const { port, begun } = join()
  const thread = startThread<Ask, Answer>(file, { ...options, data: { port }, transfer: [port] })
  begun.catch(thread.end)
  return {
    ...thread,
    tell(message) {
      // Without a writer the thread has been terminated, which fails its pending questions.
      begun.then(
        () => thread.tell(message),
        () => {},
      )
    },
  }
}
