import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { themeOf } from './antd-theme.ts'
import { useAppearance } from './appearance.state.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

interface Props {
  children: ReactNode
  /** Where antd puts what floats; left out, the page. */
  popups?: () => HTMLElement
}

/**
 * What antd's components need around them: theme, language, the nonce of their styles. The router puts it
 * round every screen that does not say `plain`, and `Panel` round what it holds.
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
