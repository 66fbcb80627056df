import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { keepAppearanceChoices } from './app/appearance-keeping.ts'
import { Providers } from './app/providers.tsx'
import { fetchFirstScreen, router } from './app/router.tsx'
import { startWorker } from './app/service-worker.ts'

fetchFirstScreen()
keepAppearanceChoices()
startWorker()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
