import { useEffect } from 'react'

/** Prevents a file dropped outside a drop zone from replacing the page. */
export function useMissedDrops(): void {
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('dragover', hold)
    document.addEventListener('drop', hold)
    return () => {
      document.removeEventListener('dragover', hold)
      document.removeEventListener('drop', hold)
    }
  }, [])
}
