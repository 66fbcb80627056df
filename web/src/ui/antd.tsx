import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { themeOf } from './antd-theme.ts'
import { useAppearance } from './appearance.state.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

interface Props {
  children: ReactNode
  /** Returns the container of antd's popups; when absent, the page is. */
  popups?: () => HTMLElement
}

/**
 * Provides what antd's components need: theme, locale, the nonce of their styles. The router wraps every screen without
 * `plain` in it, and `Panel` its content.
 */
export function Antd({ children, popups }: Props) {
  const dark = useAppearance((state) => state.dark)
  return (
    <ConfigProvider
      theme={themeOf(dark)}
      locale={zhCN}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      {...(popups && { getPopupContainer: popups })}
    >
      {children}
    </ConfigProvider>
  )
}
