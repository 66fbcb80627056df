import type { Endpoint, InputOf } from '@scinav/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOptions } from './read.ts'

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
