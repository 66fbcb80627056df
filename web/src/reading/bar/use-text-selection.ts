import { type RefObject, useEffect } from 'react'
import { type TextSelection, useReading } from '../state/reading.state.ts'

/** Delay before a selection is read, in milliseconds, because dragging changes it constantly. */
const SETTLE_MS = 150

/**
 * Keeps the reader's selection (`selected` of `useReading`) up to date: `read` converts the browser's selection inside an
 * element. Selections elsewhere are ignored.
 */
export function useTextSelection(
  inside: RefObject<HTMLElement | null>,
  read: (range: Range, inside: Element) => TextSelection | undefined,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readSelection = () => {
      const selection = document.getSelection()
      const element = inside.current
      if (!element || !selection || selection.rangeCount === 0) return
      if (selection.isCollapsed) return useReading.setState({ selected: undefined })
      const range = selection.getRangeAt(0)
      if (!element.contains(range.startContainer) && !element.contains(range.endContainer)) return
      useReading.setState({ selected: read(range, element) })
    }
    const onSelectionChange = () => {
      clearTimeout(timer)
      timer = setTimeout(readSelection, SETTLE_MS)
    }
    document.addEventListener('selectionchange', onSelectionChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', onSelectionChange)
      useReading.setState({ selected: undefined })
    }
  }, [inside, read])
}
