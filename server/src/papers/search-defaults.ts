import { api, type InputOf } from '@scinav/contract'
import type { Wanted } from './search-request.ts'

/** A search with everything left out filled in as the call itself would. */
export function searchInputDefaults(wanted: Partial<InputOf<typeof api.papers.search>>): Wanted {
  return api.papers.search.input.parse(wanted)
}
