import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { syncAppearance } from './app/entry/appearance-sync.ts'
import { cache, Providers } from './app/providers.tsx'
import { createRouter, waitForFirstScreen } from './app/router.tsx'
import { startWorker } from './app/service-worker.ts'

syncAppearance()
startWorker()

const router = createRouter()
void waitForFirstScreen(router, cache).then(() => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
})
