import { type MessagePort, type ResourceLimits, receiveMessageOnPort } from 'node:worker_threads'
import { startThread, type Thread } from '@scinav/threads'
import type { SegmentData } from '../index/layout.ts'
import type { IndexUpdate } from '../index/state.ts'

/**
 * Segments go from the thread that writes to those that read them through channels of their own: the thread that
 * everybody waits for has none of them, so that no memory waits for its collector. It only tells who reads up to which
 * update to follow. Two who answer one search together were told the same and so have the same segments.
 */
export interface SegmentUpdate {
  /** Every time segments come or go it is one more. */
  number: number
  added: SegmentData[]
  removed: number[]
}

/** Ends of the channels that the thread that writes sends into. */
export function createSegmentSender() {
  const ports = new Set<MessagePort>()
  return {
    /** Gives one who comes later all that there is. */
    begin(port: MessagePort, { update_number: number, added }: IndexUpdate): void {
      port.postMessage({ number, added, removed: [] } satisfies SegmentUpdate)
      ports.add(port)
      port.on('close', () => ports.delete(port))
    },
    /** Who is told of an update afterwards finds its part of it in the channel. */
    send({ update_number: number, added, removed }: IndexUpdate): void {
      if (added.length === 0 && removed.length === 0) return
      for (const port of ports) port.postMessage({ number, added, removed } satisfies SegmentUpdate)
    },
  }
}

/** The other end: answers what came and went up to an update since it was asked before. */
export function createSegmentFollower(port: MessagePort): (number: number) => Omit<SegmentUpdate, 'number'> {
  let known = -1
  return (number) => {
    const updates: SegmentUpdate[] = []
    while (known < number) {
      const received: { message: SegmentUpdate } | undefined = receiveMessageOnPort(port)
      if (!received) throw new Error(`no update ${number} of segments`)
      updates.push(received.message)
      known = received.message.number
    }
    const removed = updates.flatMap((each) => each.removed)
    const gone = new Set(removed)
    return { added: updates.flatMap((each) => each.added).filter(({ head }) => !gone.has(head.id)), removed }
  }
}

/** A channel of segments to a thread that is about to start; `begun` fails where nobody writes any more. */
export type JoinChannel = () => { port: MessagePort; begun: Promise<void> }

/** A thread that has a channel of segments. */
export type ReaderThread<Ask, Answer> = Thread<Ask, Answer>

/** Starts one; it gets messages as soon as the channel has all segments there are. */
export function startReaderThread<Ask, Answer>(
  file: URL,
  join: JoinChannel,
  options: { answers: readonly string[]; limits: ResourceLimits },
): ReaderThread<Ask, Answer> {
  const { port, begun } = join()
  const thread = startThread<Ask, Answer>(file, { ...options, data: { port }, transfer: [port] })
  begun.catch(thread.end)
  return {
    ...thread,
    tell(message) {
      // Where nobody writes the thread has ended, and whoever asked it hears that.
      begun.then(
        () => thread.tell(message),
        () => {},
      )
    },
  }
}
