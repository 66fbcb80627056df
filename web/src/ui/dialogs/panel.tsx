import { Antd } from '../antd.tsx'
import { type PanelProps, PlainPanel } from './plain-panel.tsx'

/** Renders a panel over any screen, with what antd's components in it need. */
export function Panel({ children, ...rest }: PanelProps) {
  return (
    <PlainPanel {...rest}>
      {(dialog) => <Antd popups={() => dialog.current ?? document.body}>{children}</Antd>}
    </PlainPanel>
  )
}
