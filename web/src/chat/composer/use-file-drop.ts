import { type DragEvent, useRef, useState } from 'react'
import { useMissedDrops } from '../../ui/use-missed-drops.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Makes an element a drop zone for files: spread the returned props on it. `data-over` marks files held above it. */
export function useFileDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  useMissedDrops()
  const move = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  return {
    'data-over': over,
    onDragEnter: (event: DragEvent) => hasFiles(event) && move(1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && move(-1),
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      take([...event.dataTransfer.files])
    },
  }
}
