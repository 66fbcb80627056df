import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ScrollTarget, useReading } from '../state/reading.state.ts'
import { blockAt, type ChunkedText, chunkOf } from './use-text-chunks.ts'
import type { TextHit } from './use-text-find.ts'

interface Settings {
  scroller: RefObject<HTMLElement | null>
  text: ChunkedText
  requested: ScrollTarget | undefined
  hit: TextHit | undefined
  /** The ordinal of the block to start from. */
  start: number
  /** Called when another block comes to the top of the window, with its page and ordinal. */
  onPosition: (page: number, ordinal: number) => void
}

/** A block to scroll to as soon as it is rendered. */
interface ScrollRequest {
  ordinal: number
  /** What to scroll to: the top of the block, the mark of a kind in it, or the block as a note. */
  kind: 'top' | 'requested' | 'match' | 'note'
}

/**
 * Tracks the reading position in a long text, and scrolls to requested locations, the current match, and blocks and notes
 * by their ordinals. Returns the numbers of the chunks that have to be loaded for that (`wanted`), newest last.
 */
export function useTextWindow({ scroller, text, requested, hit, start, onPosition }: Settings) {
  const [wanted, setWanted] = useState<readonly number[]>(() => [chunkOf(start)])
  const request = useRef<ScrollRequest | undefined>(start > 0 ? { ordinal: start, kind: 'top' } : undefined)
  const show = useCallback((next: ScrollRequest) => {
    request.current = next
    const chunk = chunkOf(next.ordinal)
    // A new array, so that chunks that are already loaded render again and then scroll.
    setWanted((before) => [...before.filter((other) => other !== chunk), chunk])
  }, [])

  useEffect(() => {
    if (!requested) return
    let isCancelled = false
    const run = async () => {
      const next = await requestedBlock(text, requested)
      if (!isCancelled) show(next)
    }
    // When a chunk cannot be read, the position stays; the chunk itself reports the failure.
    run().catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [requested, text, show])
  useEffect(() => {
    if (hit) show({ ordinal: hit.ordinal, kind: 'match' })
  }, [hit, show])
  useScrollRequests(scroller, request, wanted)

  const report = useRef(onPosition)
  report.current = onPosition
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

/** Finds the block of a location: the one that contains its offset, otherwise the first one of its page. */
async function requestedBlock(text: ChunkedText, { start, page }: ScrollTarget): Promise<ScrollRequest> {
  if (start !== null)
    return { ordinal: await blockAt(text, (block) => block.start > start), kind: 'requested' }
  const number = page ?? 1
  // The last block before the page, or, when there is none, the first block of the text.
  const before = await blockAt(text, (block) => block.page >= number)
  const isOnPage = (text.blockOf(before)?.page ?? 0) >= number
  return { ordinal: isOnPage ? before : before + 1, kind: 'top' }
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

/** Scrolls to a block if it is rendered; returns whether it is. */
function scrollToBlock(scroller: HTMLElement, { ordinal, kind }: ScrollRequest): boolean {
  const block = scroller.querySelector<HTMLElement>(`[data-ordinal="${ordinal}"]`)
  if (kind === 'top') block?.scrollIntoView({ block: 'start' })
  else if (kind === 'note') {
    block?.scrollIntoView({ block: 'center' })
    // Lets keyboard users continue from the note.
    block?.querySelector<HTMLElement>('[data-target-ordinal]')?.focus({ preventScroll: true })
  } else (block?.querySelector(`mark[data-kind="${kind}"]`) ?? block)?.scrollIntoView({ block: 'center' })
  return block !== null
}

/** A block that shows no more than this of its end counts as above the window, in pixels. */
const TOP_TOLERANCE_PX = 8

/** Returns the first block that is not above the window. */
export function topBlock(scroller: HTMLElement): HTMLElement | undefined {
  const edge = scroller.getBoundingClientRect().top + TOP_TOLERANCE_PX
  const isBelow = (element: Element) => element.getBoundingClientRect().bottom > edge
  const chunk = [...scroller.querySelectorAll('[data-chunk]')].find(isBelow)
  return [...(chunk?.querySelectorAll<HTMLElement>('[data-ordinal]') ?? [])].find(isBelow)
}
