import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, type Failure } from './call.ts'

interface ReadSettings {
  /** Off: waits, asks nothing. */
  enabled?: boolean
  /** On: shows the last page while the next one comes. */
  keepPrevious?: boolean
}

/** Reads one endpoint and keeps the answer fresh. A failure is the query's error, a `ReadError`. */
export function useRead<E extends Endpoint>(endpoint: E, input: InputOf<E>, settings: ReadSettings = {}) {
  return useQuery({
    ...readOptions(endpoint, input),
    enabled: settings.enabled ?? true,
    ...(settings.keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** A failed read, as the query cache holds it. */
export class ReadError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** How one read stands in the query cache. Its key begins with the path, so a path names all its reads. */
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
