import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { useMissedDrops } from '../../ui/use-missed-drops.ts'
import styles from './drop-zone.module.css'
import { droppedFiles, type FoundFile, MAX_FILES } from './dropped-files.ts'
import { addUploads } from './run-uploads.ts'
import type { UploadTarget } from './uploads.state.ts'

interface Props {
  target: UploadTarget
  /** The name of the target: 「骨干网络」. */
  name: string
  /** When absent: 文献. */
  label?: string
  /** One line high, with a shorter text. */
  compact?: boolean
  children: ReactNode
}

/** Whether a drag carries files from outside the page. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Accepts files and folders dropped anywhere on its children. */
export function DropZone({ target, name, label = '文献', compact = false, children }: Props) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  useMissedDrops()
  const move = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return (
    <section
      className={styles.zone}
      aria-label={label}
      onDragEnter={(event) => hasFiles(event) && move(1)}
      onDragLeave={(event) => hasFiles(event) && move(-1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        void droppedFiles(event.dataTransfer).then((found) => uploadFiles(target, found))
      }}
    >
      {children}
      {over && (
        <div className={styles.over} data-compact={compact}>
          松开即上传到{name}
          {!compact && '，文件夹保持原来的结构'}
        </div>
      )}
    </section>
  )
}

/** Uploads the chosen files; reports when there are none, or too many. */
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
