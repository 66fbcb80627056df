import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/** Makes ids that sort by creation time: ULIDs in lower case, 26 characters. */
export function idFactory(now: () => Date): () => string {
  return () => next(now().getTime()).toLowerCase()
}
