import { QueryClient } from '@tanstack/react-query'

/** A read stays fresh for half a minute; failures are shown at once, with 重试, instead of being repeated. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
