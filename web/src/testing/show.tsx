import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useToasts } from '../ui/toasts/toast.state.ts'

/** What was read, as long out of date as in the product or at once. */
export const cacheOf = (staleTime = 0) =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime } } })

/** Shows a piece of the product at an address, with a query cache of its own where none is given. */
export function showAt(address: string, element: ReactNode, cache = cacheOf()) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  const view = render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  /** The query of the address now. */
  const query = () => new URLSearchParams(router.state.location.search)
  return { ...view, router, query }
}

/** Presses the button of this name, once it is there. */
export async function press(name: string | RegExp, role = 'button'): Promise<void> {
  const button = await findAttached(() => screen.findByRole(role, { name }))
  await act(async () => fireEvent.click(button))
}

/**
 * What is found and still there. Between being found and being handed over it may have been taken away, as what stands
 * in for a part whose code has just come; who pressed that would press nothing.
 */
async function findAttached(find: () => Promise<HTMLElement>): Promise<HTMLElement> {
  const found = await find()
  return found.isConnected ? found : findAttached(find)
}

/** Puts a text into the field of this label. */
export async function fill(label: string | RegExp, value: string): Promise<HTMLElement> {
  const field = await findAttached(() => screen.findByLabelText(label))
  await act(async () => fireEvent.change(field, { target: { value } }))
  return field
}

/** One page of a list as the server answers it. */
export const pageOf = (list: unknown[], more: object = {}) => ({
  list,
  total: list.length,
  page_num: 1,
  page_size: 20,
  ...more,
})

/** What was said last in a toast. */
export const lastToast = () => useToasts.getState().toasts.at(-1)

/** Takes back what the last toast tells of. */
export const undo = () => act(async () => lastToast()?.undo?.())
