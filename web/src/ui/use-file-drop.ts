import { type DragEvent, useEffect, useRef, useState } from 'react'

/** Whether a drag carries files from outside the page. */
const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/**
 * Makes an element a drop zone for files: `dropProps` are spread on it, and `isOver` is true while files are held above
 * it. Files dropped elsewhere on the page are ignored.
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false)
  /** Number of the zone's elements entered and not left: a child is entered before its parent is left. */
  const entered = useRef(0)
  useMissedDrops()
  const setEntered = (count: number) => {
    entered.current = Math.max(0, count)
    setOver(entered.current > 0)
  }
  const dropProps = {
    onDragEnter: ({ dataTransfer }: DragEvent) => {
      if (hasFiles(dataTransfer)) setEntered(entered.current + 1)
    },
    onDragLeave: ({ dataTransfer }: DragEvent) => {
      if (hasFiles(dataTransfer)) setEntered(entered.current - 1)
    },
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setEntered(0)
      onDrop(event.dataTransfer)
    },
  }
  return { isOver, dropProps }
}

/** Prevents a file dropped outside a drop zone from replacing the page. */
function useMissedDrops(): void {
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    document.addEventListener('dragover', keepPage)
    document.addEventListener('drop', keepPage)
    return () => {
      document.removeEventListener('dragover', keepPage)
      document.removeEventListener('drop', keepPage)
    }
  }, [])
}
