import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from './icons/icon.tsx'
import styles from './panel.module.css'

interface Props {
  title: string
  width: number
  onClose: () => void
  children: ReactNode
}

/** A panel over any screen; below 768 px it fills the window. */
export function Panel({ title, width, onClose, children }: Props) {
  return (
    <Modal
      open
      centered
      title={title}
      width={{ xs: '100%', md: width }}
      footer={null}
      onCancel={onClose}
      closeIcon={<Icon name="close" />}
      className={styles.panel ?? ''}
      destroyOnHidden
    >
      <div className={styles.content}>{children}</div>
    </Modal>
  )
}
