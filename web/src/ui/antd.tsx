import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { themeOf } from './antd-theme.ts'
import { useAppearance } from './appearance.state.ts'
import { Icon } from './icons/icon.tsx'

/** The nonce with which the page's security policy allows antd's styles; the server inserts it into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** Names the button of search fields, whose icon has an English name. */
const inputSearch = {
  searchIcon: (
    <>
      <Icon name="search" size={16} />
      <span className="sr-only">查找</span>
    </>
  ),
}

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
      inputSearch={inputSearch}
      {...(popups && { getPopupContainer: popups })}
    >
      {children}
    </ConfigProvider>
  )
}
