import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'
import styles from './sheet.module.css'

interface Props {
  title: string
  /** The edge it comes from. */
  from: 'left' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/** What stands in a column beside a screen where there is room, over it where there is none. Without antd. */
export function Sheet({ title, from, onClose, children }: Props) {
  return (
    <Modal title={title} className={styles.sheet} variants={{ 'data-from': from }} onClose={onClose}>
      {() => children}
    </Modal>
  )
}
