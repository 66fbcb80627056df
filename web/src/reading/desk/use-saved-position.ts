import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { PagePosition } from '../pdf/page-layout.ts'
import type { ReadableText, ReadingPosition, ReadingTarget } from '../state/target.ts'

/** Delay before a position is saved, in milliseconds. */
const SAVE_DELAY_MS = 1_500

/**
 * Returns the position to start from, the one saved last when the text was opened, and the functions that save a new
 * one in the account: of the page view (`startOfPages`, `savePage`) and of the text view (`startOfText`, an ordinal, and
 * `saveBlock`).
 */
export function useSavedPosition(target: ReadingTarget, lastSaved: ReadableText['position']) {
  const [start] = useState(lastSaved)
  const cache = useQueryClient()
  const waiting = useRef<{ position: ReadingPosition; timer: ReturnType<typeof setTimeout> }>(undefined)
  const saving = useMemo(() => {
    const send = () => {
      const pending = waiting.current
      waiting.current = undefined
      if (!pending) return
      clearTimeout(pending.timer)
      // A failure is not reported: the text will then open at the position saved before.
      void call(api.reading.savePosition, { ...target, position: pending.position }, { keepalive: true })
      void cache.invalidateQueries({ queryKey: [api.reading.open.path], refetchType: 'none' })
    }
    const schedule = (position: ReadingPosition) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { position, timer: setTimeout(send, SAVE_DELAY_MS) }
    }
    return { send, schedule }
  }, [target, cache])
  // A position that still waits is sent when the text or the whole page is left.
  useEffect(() => saving.send, [saving])
  useEffect(() => {
    addEventListener('pagehide', saving.send)
    return () => removeEventListener('pagehide', saving.send)
  }, [saving])
  return {
    startOfPages: {
      page: start?.page ?? 1,
      down: start?.view === 'pages' ? start.top : 0,
    } satisfies PagePosition,
    startOfText: start?.ordinal ?? 0,
    savePage: ({ page, down }: PagePosition, scale: number | null) =>
      saving.schedule({ page, top: down, ordinal: null, view: 'pages', scale }),
    saveBlock: (page: number, ordinal: number) =>
      saving.schedule({ page, top: 0, ordinal, view: 'text', scale: null }),
  }
}
