import { monotonicFactory } from 'ulid'

const nextUlid = monotonicFactory()

/** Creates a generator of ids that sort by creation time: ULIDs in lower case, 26 characters. */
export function createIdFactory(now: () => Date): () => string {
  return () => nextUlid(now().getTime()).toLowerCase()
}
