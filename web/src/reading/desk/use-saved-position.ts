import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { PagePosition } from '../pdf/page-layout.ts'
import type { ReadableText, ReadingPosition, ReadingTarget } from '../state/target.ts'

/** Delay before a position is saved, in milliseconds. */
const SAVE_DELAY_MS = 1_500

/** Saves the reading position in the account, and returns the position to start from, the one saved last. */
export function useSavedPosition(target: ReadingTarget, left: ReadableText['position']) {
  const [start] = useState(left)
  const cache = useQueryClient()
  const waiting = useRef<{ position: ReadingPosition; timer: ReturnType<typeof setTimeout> }>(undefined)
  const keeping = useMemo(() => {
    const send = () => {
      const now = waiting.current
      waiting.current = undefined
      if (!now) return
      clearTimeout(now.timer)
      // A failure is not reported: the text will then open at the position saved before.
      void call(api.reading.savePosition, { ...target, position: now.position }, { keepalive: true })
      void cache.invalidateQueries({ queryKey: [api.reading.open.path], refetchType: 'none' })
    }
    const put = (position: ReadingPosition) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { position, timer: setTimeout(send, SAVE_DELAY_MS) }
    }
    return { send, put }
  }, [target, cache])
  useEffect(() => keeping.send, [keeping])
  useEffect(() => {
    addEventListener('pagehide', keeping.send)
    return () => removeEventListener('pagehide', keeping.send)
  }, [keeping])
  return {
    startOfPages: {
      page: start?.page ?? 1,
      down: start?.view === 'pages' ? start.top : 0,
    } satisfies PagePosition,
    startOfText: start?.ordinal ?? 0,
    atPage: ({ page, down }: PagePosition, scale: number | null) =>
      keeping.put({ page, top: down, ordinal: null, view: 'pages', scale }),
    atBlock: (page: number, ordinal: number) =>
      keeping.put({ page, top: 0, ordinal, view: 'text', scale: null }),
  }
}
