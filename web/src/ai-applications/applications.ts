import type { api, OutputOf } from '@scinav/contract'
import { useCallback } from 'react'
import { useAddressQuery } from '../ui/use-address-query.ts'

/** An application; `reason` says why it is recommended, where it is. */
export type Application = OutputOf<typeof api.tools.list>[number] & { reason?: string }

/** A category of applications. */
export type Category = OutputOf<typeof api.tools.categories>[number]

const views = ['recommended', 'mine'] as const
/** All applications (`''`), the recommended ones, or those the user saved. */
export type ApplicationsView = (typeof views)[number] | ''

/** The screen's parameters in the address; each is `''` when absent. */
interface ApplicationsAddress {
  view: ApplicationsView
  category_id: string
  keyword: string
  /** Id of the application whose form is open. */
  open: string
}

/** Returns the parameters of the applications screen from the address, and a function that changes some of them. */
export function useApplicationsAddress() {
  const [params, setParams] = useAddressQuery()
  const text = (name: string) => params.get(name) ?? ''
  const address: ApplicationsAddress = {
    view: views.find((view) => view === params.get('view')) ?? '',
    category_id: text('category_id'),
    keyword: text('keyword'),
    open: text('open'),
  }
  const go = useCallback(
    (change: Partial<ApplicationsAddress>) => setParams((now) => withAddressChange(now, change)),
    [setParams],
  )
  return { address, go }
}

/** Returns a copy of the query with the changed parameters; an empty one is removed. */
function withAddressChange(query: URLSearchParams, change: Partial<ApplicationsAddress>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
