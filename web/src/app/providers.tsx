import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Provides the context every screen relies on. antd's own provider is loaded with the screens that use it. */
export function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>
}

/**
 * The query cache. A read stays fresh for half a minute; failures are not retried but shown at once with a 重试 button.
 */
export const cache = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
