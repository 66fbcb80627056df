import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useToasts } from '../ui/toasts/toast.state.ts'

/** Creates a query cache; by default all reads are stale at once. */
export const cacheOf = (staleTime = 0) =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime } } })

/** Renders an element at an address, with its own query cache unless one is given. */
export function showAt(address: string, element: ReactNode, cache = cacheOf()) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  const view = render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  /** Returns the present query of the address. */
  const query = () => new URLSearchParams(router.state.location.search)
  return { ...view, router, query }
}

/** Presses the button with this name once it is shown. */
export async function press(name: string | RegExp, role = 'button'): Promise<void> {
  const button = await findAttached(() => screen.findByRole(role, { name }))
  await act(async () => fireEvent.click(button))
}

/**
 * Returns a found element that is still in the document. It may be removed between being found and returned, for
 * example the placeholder of a component whose code has just loaded; pressing that would do nothing.
 */
async function findAttached(find: () => Promise<HTMLElement>): Promise<HTMLElement> {
  const found = await find()
  return found.isConnected ? found : findAttached(find)
}

/** Types a text into the field with this label. */
export async function fill(label: string | RegExp, value: string): Promise<HTMLElement> {
  const field = await findAttached(() => screen.findByLabelText(label))
  await act(async () => fireEvent.change(field, { target: { value } }))
  return field
}

/** Returns one page of a list in the server's format. */
export const pageOf = (list: unknown[], more: object = {}) => ({
  list,
  total: list.length,
  page_num: 1,
  page_size: 20,
  ...more,
})

/** Returns the latest toast. */
export const lastToast = () => useToasts.getState().toasts.at(-1)

/** Undoes the action of the latest toast. */
export const undo = () => act(async () => lastToast()?.undo?.())
