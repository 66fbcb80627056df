import { type DragEvent, useRef, useState } from 'react'
import styles from './field.module.css'

interface Props {
  /** Called with the chosen or dropped files, at least one. */
  onFiles: (files: File[]) => void
  /** Handles drops instead of `onFiles`, so that folders can be read; the chooser still calls `onFiles`. */
  onDropped?: (transfer: DataTransfer) => void
  /** Text that says which files are accepted. */
  note: string
  /** Extensions for the browser's file chooser, such as `.ris,.bib`. When absent, all files. */
  accept?: string
  /** Whether several files are accepted; otherwise only the first one is. */
  multiple?: boolean
}

/** Renders a drop zone for files, with a button that opens the browser's file chooser. */
export function FileDrop({ onFiles, onDropped, note, accept, multiple = true }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  /** Whether a file is being dragged over the zone. */
  const [over, setOver] = useState(false)

  const passFiles = (files: FileList | null) => {
    const list = [...(files ?? [])].slice(0, multiple ? undefined : 1)
    if (list.length > 0) onFiles(list)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (onDropped) onDropped(event.dataTransfer)
    else passFiles(event.dataTransfer.files)
  }
  return (
    <section
      className={styles.dropField}
      aria-label="选择文件"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div>
        把文件拖到这里，或{' '}
        <button type="button" className={styles.choose} onClick={() => chooser.current?.click()}>
          选择文件
        </button>
      </div>
      <div className={styles.note}>{note}</div>
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        aria-label="要上传的文件"
        tabIndex={-1}
        multiple={multiple}
        accept={accept}
        onChange={({ target }) => {
          passFiles(target.files)
          // Reset, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </section>
  )
}
