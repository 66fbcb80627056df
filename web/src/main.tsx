import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { syncAppearance } from './app/entry/appearance-sync.ts'
import { createRouter, waitForFirstScreen } from './app/router.tsx'
import { startWorker } from './app/service-worker.ts'

/**
 * The query cache. A read stays fresh for half a minute; failures are not retried but shown at once with a 重试 button.
 */
const cache = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

syncAppearance()
startWorker()

const router = createRouter()
void waitForFirstScreen(router, cache).then(() => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
})
