import type { Citation } from '@scinav/contract'
import { createContext, type RefObject, useEffect, useState } from 'react'
import { create } from 'zustand'

/** The answer that a marker stands in. */
export const CitingAnswerContext = createContext<{ answer: string; citations: readonly Citation[] }>({
  answer: '',
  citations: [],
})

/**
 * Which of the answers in `column` is being read: the one whose marker was pointed at last, until the page is
 * scrolled; else the one that takes most of the window. The last one where that cannot be said.
 *
 * @param stage of the last answer, which takes more room when it begins to say something, and when it has ended.
 */
export function useActiveAnswer(
  column: RefObject<HTMLElement | null>,
  ids: readonly string[],
  stage: string,
) {
  const pointed = useHoveredSource(({ answer }) => answer)
  const [seen, setSeen] = useState<string>()
  const last = ids.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer takes room
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setSeen(mostVisibleAnswer(column.current))
    }
    const later = () => {
      frame ||= requestAnimationFrame(look)
    }
    const onScroll = () => {
      const { source, answer } = useHoveredSource.getState()
      // While its quote shows, the marker that is pointed at counts.
      if (source === '' && answer !== undefined) useHoveredSource.setState({ answer: undefined })
      later()
    }
    later()
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', onScroll, { capture: true })
      removeEventListener('resize', later)
    }
  }, [column, ids.length, last, stage])
  return [pointed, seen].find((id) => id !== undefined && ids.includes(id)) ?? last
}

/** The answer with the most pixels in the window; of two alike the later one. */
function mostVisibleAnswer(column: HTMLElement | null): string | undefined {
  let most = 0
  let id: string | undefined
  for (const article of column?.querySelectorAll<HTMLElement>('article[data-answer]') ?? []) {
    const { top, bottom } = article.getBoundingClientRect()
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    if (height <= 0 || height < most) continue
    most = height
    id = article.dataset.answer
  }
  return id
}

/**
 * The source whose marker in an answer is being pointed at, so that the list of sources can show it; `''` is none. And
 * the answer that the marker stands in, which stays when the marker is left.
 */
export const useHoveredSource = create<{ source: string; answer: string | undefined }>()(() => ({
  source: '',
  answer: undefined,
}))

/** What names a source in an answer and in the list beside it. */
export const sourceId = ({ paper_id, document_id, file_id, passage_id }: Citation): string =>
  paper_id ?? document_id ?? file_id ?? passage_id
