import type { ReactNode } from 'react'
import { Antd } from '../antd.tsx'
import { Modal } from './modal.tsx'
import styles from './panel.module.css'

interface Props {
  title: string
  /** In pixels; below 768 px the panel fills the window. */
  width: number
  onClose: () => void
  children: ReactNode
  /** Along the right edge over the whole height, so that what is beside it stays in view. */
  side?: boolean
  /** At the side, and what is beside it stays in use. */
  beside?: boolean
  /** Stands in the head. */
  tools?: ReactNode
  variants?: Readonly<Record<`data-${string}`, boolean>>
  /** As high as what it holds, on phones too: for a question or a short form. */
  fit?: boolean
}

/**
 * A panel over any screen. The browser's own dialog: antd's Modal and Drawer lock scrolling with a style
 * element that has no nonce, which the content policy refuses.
 */
export function Panel({ title, width, children, side = false, fit = false, variants, ...rest }: Props) {
  return (
    <Modal
      title={title}
      className={styles.panel}
      variants={{ 'data-side': side, 'data-fit': fit, ...variants }}
      style={{ '--panel-width': `${width}px` }}
      {...rest}
    >
      {(dialog) => <Antd popups={() => dialog.current ?? document.body}>{children}</Antd>}
    </Modal>
  )
}
