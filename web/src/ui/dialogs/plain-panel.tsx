import type { ComponentProps, ReactNode } from 'react'
import styles from './dialogs.module.css'
import { Modal } from './modal.tsx'

/** Props common to `PlainPanel` and `Panel`. */
export interface PanelProps {
  title: string
  /** Its width in pixels; in a window narrower than 768 px, it fills the window. */
  width: number
  onClose: () => void
  children: ReactNode
  /** Whether it lies along the right edge over the full height, so that the rest of the screen stays visible. */
  side?: boolean
  /** Whether the rest of the screen stays usable; for a panel along the right edge. */
  isModeless?: boolean
  /** Shown in the header. */
  tools?: ReactNode
  /** Data attributes of the dialog, for the style sheet and other code that looks for it. */
  variants?: Readonly<Record<`data-${string}`, boolean>>
  /** Whether it is only as high as its content, on phones too: for a question or a short form. */
  fit?: boolean
}

interface PlainPanelProps extends Omit<PanelProps, 'children'> {
  /** The content, or the function that renders it, as in `Modal`. */
  children: ReactNode | ComponentProps<typeof Modal>['children']
}

/**
 * Renders a panel over any screen. It is a native dialog, because antd's Modal and Drawer lock scrolling with a style
 * element that has no nonce, which the content security policy refuses. For content with antd components use `Panel`,
 * which adds what they need, such as a place for their popups.
 */
export function PlainPanel({
  title,
  width,
  side = false,
  fit = false,
  variants,
  children,
  ...rest
}: PlainPanelProps) {
  return (
    <Modal
      title={title}
      className={styles.panel}
      variants={{ 'data-side': side, 'data-fit': fit, ...variants }}
      style={{ '--panel-width': `${width}px` }}
      {...rest}
    >
      {typeof children === 'function' ? children : () => children}
    </Modal>
  )
}
