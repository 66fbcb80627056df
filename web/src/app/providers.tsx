import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cache } from './cache.ts'

/** What every screen may count on. antd's own provider comes with the screens that use it. */
export function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>
}
