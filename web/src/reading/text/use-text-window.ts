import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ScrollTarget, useReading } from '../state/reading.state.ts'
import { blockAt, type ChunkedText, chunkOf } from './use-text-chunks.ts'
import type { TextHit } from './use-text-find.ts'

interface Settings {
  scroller: RefObject<HTMLElement | null>
  text: ChunkedText
  sought: ScrollTarget | undefined
  hit: TextHit | undefined
  /** The first block to show. */
  start: number
  onPlace: (page: number, ordinal: number) => void
}

/** A block to scroll to as soon as it is rendered. */
interface ScrollRequest {
  ordinal: number
  /** The part of the block to scroll to. */
  kind: 'top' | 'lit' | 'found' | 'note'
}

/** Manages the window of a long text: tracks its position and scrolls to requested locations. */
export function useTextWindow({ scroller, text, sought, hit, start, onPlace }: Settings) {
  const [wanted, setWanted] = useState<readonly number[]>(() => [chunkOf(start)])
  const request = useRef<ScrollRequest | undefined>(start > 0 ? { ordinal: start, kind: 'top' } : undefined)
  const show = useCallback((next: ScrollRequest) => {
    request.current = next
    const chunk = chunkOf(next.ordinal)
    // A new array, so that chunks that are already loaded render again and then scroll.
    setWanted((now) => [...now.filter((one) => one !== chunk), chunk])
  }, [])

  useEffect(() => {
    if (!sought) return
    let left = false
    const { start: from, page } = sought
    const run = async () => {
      const ordinal =
        from === null
          ? await blockAt(text, (block) => block.page > (page ?? 1) - 1).then((last) =>
              firstBlockOfPage(text, last, page ?? 1),
            )
          : await blockAt(text, (block) => block.start > from)
      if (!left) show({ ordinal, kind: from === null ? 'top' : 'lit' })
    }
    run().catch(() => undefined)
    return () => {
      left = true
    }
  }, [sought, text, show])
  useEffect(() => {
    if (hit) show({ ordinal: hit.ordinal, kind: 'found' })
  }, [hit, show])
  useScrollRequests(scroller, request, wanted)

  const report = useRef(onPlace)
  report.current = onPlace
  const frame = useRef(0)
  const onScroll = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      const block = scroller.current && topBlock(scroller.current)
      if (!block) return
      const ordinal = Number(block.dataset.ordinal)
      const page = text.blockOf(ordinal)?.page ?? 1
      if (useReading.getState().ordinal === ordinal) return
      useReading.setState({ ordinal, page })
      report.current(page, ordinal)
    })
  }, [scroller, text])
  return {
    wanted,
    onScroll,
    showBlock: (ordinal: number) => show({ ordinal, kind: 'top' }),
    showNote: (ordinal: number) => show({ ordinal, kind: 'note' }),
  }
}

/** Returns the first block of a page, given the last block before it. */
function firstBlockOfPage({ blockOf }: ChunkedText, last: number, page: number): number {
  return (blockOf(last)?.page ?? 0) >= page ? last : last + 1
}

/** Scrolls to the requested block as soon as it is rendered; it may have to load first. */
function useScrollRequests(
  scroller: RefObject<HTMLElement | null>,
  request: RefObject<ScrollRequest | undefined>,
  wanted: readonly number[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every request is in a new list
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const scroll = () => {
      if (request.current && !scrollToBlock(element, request.current)) return false
      request.current = undefined
      return true
    }
    if (scroll()) return
    const observer = new MutationObserver(() => scroll() && observer.disconnect())
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [wanted])
}

/** Scrolls to a block; returns whether it is rendered. */
function scrollToBlock(on: HTMLElement, { ordinal, kind }: ScrollRequest): boolean {
  const block = on.querySelector<HTMLElement>(`[data-ordinal="${ordinal}"]`)
  if (kind === 'top') block?.scrollIntoView({ block: 'start' })
  else if (kind === 'note') {
    block?.scrollIntoView({ block: 'center' })
    // Lets keyboard users continue from the note.
    block?.querySelector<HTMLElement>('[data-leads]')?.focus({ preventScroll: true })
  } else (block?.querySelector(`mark[data-kind="${kind}"]`) ?? block)?.scrollIntoView({ block: 'center' })
  return block !== null
}

/** Returns the first block that is not above the window. */
export function topBlock(scroller: HTMLElement): HTMLElement | undefined {
  const edge = scroller.getBoundingClientRect().top + 8
  const isBelow = (element: Element) => element.getBoundingClientRect().bottom > edge
  const chunk = [...scroller.querySelectorAll('[data-chunk]')].find(isBelow)
  return [...(chunk?.querySelectorAll<HTMLElement>('[data-ordinal]') ?? [])].find(isBelow)
}
