import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Place } from '../pdf/page-layout.ts'
import type { Position, Readable, Target } from '../state/target.ts'

/** A place rests so long before it is kept, in milliseconds. */
const REST = 1_500

/** Keeps where a text is being read, in the account; and where to begin, which is where it was left. */
export function usePositionKeeping(target: Target, left: Readable['position']) {
  const [start] = useState(left)
  const cache = useQueryClient()
  const waiting = useRef<{ position: Position; timer: ReturnType<typeof setTimeout> }>(undefined)
  const keeping = useMemo(() => {
    const send = () => {
      const now = waiting.current
      waiting.current = undefined
      if (!now) return
      clearTimeout(now.timer)
      // Where it is not kept, the text opens where it was kept last: not worth a word.
      void call(api.reading.savePosition, { ...target, position: now.position }, { keepalive: true })
      void cache.invalidateQueries({ queryKey: [api.reading.open.path], refetchType: 'none' })
    }
    const put = (position: Position) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { position, timer: setTimeout(send, REST) }
    }
    return { send, put }
  }, [target, cache])
  useEffect(() => keeping.send, [keeping])
  useEffect(() => {
    addEventListener('pagehide', keeping.send)
    return () => removeEventListener('pagehide', keeping.send)
  }, [keeping])
  return {
    startOfPages: { page: start?.page ?? 1, down: start?.view === 'pages' ? start.top : 0 } satisfies Place,
    startOfText: start?.ordinal ?? 0,
    atPage: ({ page, down }: Place, scale: number | null) =>
      keeping.put({ page, top: down, ordinal: null, view: 'pages', scale }),
    atBlock: (page: number, ordinal: number) =>
      keeping.put({ page, top: 0, ordinal, view: 'text', scale: null }),
  }
}
