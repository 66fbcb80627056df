import type { Citation } from '@scinav/contract'
import { createContext, type RefObject, useEffect, useState } from 'react'
import { create } from 'zustand'
import type { PaperStanding } from '../../paper/rows/status-mark.tsx'

/** The standing of sources, such as retracted, by `sourceId`. */
export type Standings = ReadonlyMap<string, PaperStanding>

/** The answer around a citation marker. */
interface CitingAnswer {
  answer: string
  citations: readonly Citation[]
  /** The sources about which a notice was published, where their markers are to show it. */
  standings?: Standings | undefined
}

/** The id and the citations of the answer around a citation marker. */
export const CitingAnswerContext = createContext<CitingAnswer>({ answer: '', citations: [] })

/**
 * The source whose marker is being pointed at (`''` for none), so that the list of sources can highlight it, and the
 * answer that contains the marker, which stays set after the pointer has left.
 */
export const useHoveredSource = create<{ source: string; answer: string | undefined }>()(() => ({
  source: '',
  answer: undefined,
}))

/**
 * Returns the id of the answer in `column` being read: the one whose marker was pointed at last, until the page is
 * scrolled; otherwise the one that fills most of the window, or the last one when that is undecided.
 *
 * @param stage any text that differs between the stages of the last answer: its height changes when its text starts and
 *   when it ends, and is then measured again
 */
export function useActiveAnswer(
  column: RefObject<HTMLElement | null>,
  ids: readonly string[],
  stage: string,
) {
  const hovered = useHoveredSource(({ answer }) => answer)
  const [mostVisible, setMostVisible] = useState<string>()
  const last = ids.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer or stage moves the answers
  useEffect(() => {
    /** The requested animation frame; 0 when there is none. */
    let frame = 0
    const measure = () => {
      frame = 0
      setMostVisible(mostVisibleAnswer(column.current))
    }
    const scheduleMeasure = () => {
      frame ||= requestAnimationFrame(measure)
    }
    const onScroll = () => {
      const { source, answer } = useHoveredSource.getState()
      // While its quote is shown, the marker being pointed at decides.
      if (source === '' && answer !== undefined) useHoveredSource.setState({ answer: undefined })
      scheduleMeasure()
    }
    scheduleMeasure()
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', scheduleMeasure)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', onScroll, { capture: true })
      removeEventListener('resize', scheduleMeasure)
    }
  }, [column, ids.length, last, stage])
  return [hovered, mostVisible].find((id) => id !== undefined && ids.includes(id)) ?? last
}

/**
 * Returns the id of the answer with the most visible pixels; of two equal ones, the later; undefined when none is
 * visible.
 */
function mostVisibleAnswer(column: HTMLElement | null): string | undefined {
  let maxHeight = 0
  let id: string | undefined
  for (const article of column?.querySelectorAll<HTMLElement>('article[data-answer]') ?? []) {
    const { top, bottom } = article.getBoundingClientRect()
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    if (height <= 0 || height < maxHeight) continue
    maxHeight = height
    id = article.dataset.answer
  }
  return id
}

/** Returns the id that identifies a source in an answer and in the list next to it. */
export const sourceId = ({ paper_id, document_id, file_id, passage_id }: Citation): string =>
  paper_id ?? document_id ?? file_id ?? passage_id
