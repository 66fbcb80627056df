import type { ReactNode } from 'react'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { droppedFiles, type FoundFile, MAX_FILES } from './dropped-files.ts'
import { addUploads } from './run-uploads.ts'
import styles from './upload.module.css'
import type { UploadTarget } from './uploads.state.ts'

interface Props {
  target: UploadTarget
  /** The name of the target: 「骨干网络」. */
  name: string
  /** The accessible name; 文献 when absent. */
  label?: string
  /** Whether the hint shown during a drag is one line high, with a shorter text. */
  compact?: boolean
  children: ReactNode
}

/** Accepts files and folders dropped anywhere on its children. */
export function DropZone({ target, name, label = '文献', compact = false, children }: Props) {
  const { isOver, dropProps } = useFileDrop(
    (transfer) => void droppedFiles(transfer).then((found) => uploadFiles(target, found)),
  )
  return (
    <section className={styles.zone} aria-label={label} {...dropProps}>
      {children}
      {isOver && (
        <div className={styles.over} data-compact={compact}>
          松开即上传到{name}
          {!compact && '，文件夹保持原来的结构'}
        </div>
      )}
    </section>
  )
}

/**
 * Uploads chosen or dropped files. A toast reports empty files, that there are none to upload, and that the maximum was
 * reached, beyond which the finders leave files out.
 */
export function uploadFiles(target: UploadTarget, found: readonly FoundFile[]): void {
  const files = found.filter(({ file }) => file.size > 0)
  if (files.length === 0) {
    toast('这里没有可以上传的文件', { tone: 'bad' })
    return
  }
  const empty = found.length - files.length
  if (empty > 0) toast(`${empty} 个文件是空的，没有上传`, { tone: 'bad' })
  if (found.length >= MAX_FILES)
    toast(`一次最多上传 ${formatCount(MAX_FILES)} 个文件，其余的请分次上传`, { tone: 'bad' })
  addUploads(target, files)
}
