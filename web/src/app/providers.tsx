import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { useAppearance } from '../ui/appearance.state.ts'
import { cache } from './cache.ts'
import { themeOf } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** What every screen may count on: the query cache, antd's theme, the language. */
export function Providers({ children }: { children: ReactNode }) {
  const dark = useAppearance((state) => state.dark)
  return (
    <QueryClientProvider client={cache}>
      <ConfigProvider theme={themeOf(dark)} locale={zhCN} csp={{ nonce }} button={{ autoInsertSpace: false }}>
        {children}
      </ConfigProvider>
    </QueryClientProvider>
  )
}
