import { useEffect, useRef, useState } from 'react'

interface RowDeeds {
  /** `x` */
  select?: (id: string) => void
  /** `o` and Enter */
  open?: (id: string) => void
  /** `c` */
  cite?: (id: string) => void
  /** `s` */
  keep?: (id: string) => void
}

const deedOfKey: Readonly<Record<string, keyof RowDeeds>> = { x: 'select', o: 'open', c: 'cite', s: 'keep' }

/**
 * Lets keys walk through a list: `j` and `k` go down and up, `x` selects, `o` opens, `c` cites, `s` keeps.
 * Answers the id of the row the keys act on. They rest while somebody writes or a dialog is open.
 */
export function useRowKeys(ids: readonly string[], deeds: RowDeeds): string | undefined {
  const [current, setCurrent] = useState<string>()
  const latest = useRef({ ids, deeds, current })
  latest.current = { ids, deeds, current }

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const { ids, deeds, current } = latest.current
      const next = neighbour(event.key, ids, current)
      if (next !== undefined) return show(next, setCurrent)
      const deed = deedOfKey[event.key]
      if (deed && current !== undefined && ids.includes(current)) deeds[deed]?.(current)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return current !== undefined && ids.includes(current) ? current : undefined
}

/** The row that `j` or `k` leads to; the first one where none is current. */
function neighbour(key: string, ids: readonly string[], current: string | undefined): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current)
  if (key === 'j') return ids[at + 1]
  return key === 'k' ? ids[Math.max(0, at - 1)] : undefined
}

function show(id: string, setCurrent: (id: string) => void): void {
  setCurrent(id)
  // The row is marked by the next paint.
  requestAnimationFrame(() =>
    document.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest' }),
  )
}

function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  if (!(target instanceof HTMLElement)) return true
  if (target.isContentEditable || target.closest('[role="tree"], [role="menu"], textarea, select'))
    return false
  return !(target instanceof HTMLInputElement) || target.type === 'checkbox'
}
