import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, type Failure } from './call.ts'

interface ReadSettings {
  /** When false, no request is sent. */
  enabled?: boolean
  /** When true, the previous page stays visible while the next one loads. */
  keepPrevious?: boolean
}

/** Reads one endpoint through the query cache. A failed call becomes the query's `error`, a `ReadError`. */
export function useRead<E extends Endpoint>(endpoint: E, input: InputOf<E>, settings: ReadSettings = {}) {
  return useQuery({
    ...readOptions(endpoint, input),
    enabled: settings.enabled ?? true,
    ...(settings.keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** A failed read in the query cache. */
export class ReadError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * Returns the query options of one read. The key begins with the path, so a path identifies all reads of its endpoint.
 */
export function readOptions<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<OutputOf<E>, ReadError>({
    queryKey: [endpoint.path, endpoint.method, input],
    queryFn: async ({ signal }) => {
      const answer = await call(endpoint, input, { signal })
      if (!answer.success) throw new ReadError(answer)
      return answer.data
    },
  })
}
