import { type RefObject, useEffect, useState } from 'react'
import { isPlainKey } from '../bar/keys.ts'
import { useReading } from '../state/reading.state.ts'
import { selectionOfBlock } from './text-selection.ts'
import type { ChunkedText } from './use-text-chunks.ts'
import { topBlock } from './use-text-window.ts'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/**
 * Moves through the blocks with j and k, and returns the ordinal of the current one; undefined before the first key. The
 * current block counts as selected, so that the shortcuts on a selection apply to it.
 */
export function useBlockKeys(scroller: RefObject<HTMLElement | null>, text: ChunkedText): number | undefined {
  const [current, setCurrent] = useState<number>()
  useEffect(() => {
    const walk = (step: 1 | -1) => {
      const next = scroller.current && adjacentBlock(scroller.current, current, step)
      if (!next) return
      const ordinal = Number(next.dataset.ordinal)
      setCurrent(ordinal)
      next.scrollIntoView({ block: 'nearest' })
      const block = text.blockOf(ordinal)
      useReading.setState({ selected: block && selectionOfBlock(block) })
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return
      if (event.key === 'Escape') setCurrent(undefined)
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      walk(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [scroller, text, current])
  return current
}

/** Returns the block before or after the current one; without a current one, the first in the window. */
function adjacentBlock(
  scroller: HTMLElement,
  current: number | undefined,
  step: 1 | -1,
): HTMLElement | undefined {
  if (current === undefined)
    return topBlock(scroller) ?? scroller.querySelector<HTMLElement>('[data-ordinal]') ?? undefined
  const blocks = [...scroller.querySelectorAll<HTMLElement>('[data-ordinal]')]
  const index = blocks.findIndex(({ dataset }) => Number(dataset.ordinal) === current)
  return blocks[index + step]
}
