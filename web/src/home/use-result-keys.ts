import { type RefObject, useEffect } from 'react'
import { citePapers, keepPapers } from '../ui/paper/paper-deeds.state.ts'
import { usePaperAddress } from '../ui/paper/use-paper-address.ts'
import { usePanel } from '../ui/use-panel.ts'
import { choose, useSelection } from './selection.state.ts'

/** The keys of a list of papers: j k walk, x chooses, o opens, c cites, s keeps, ? shows all keys. */
export function useResultKeys(list: RefObject<HTMLElement | null>, current: string | undefined): void {
  const { open } = usePaperAddress()
  const { open: openPanel } = usePanel()

  useEffect(() => {
    const onPaper = (deed: (id: string) => void) => () => current && deed(current)
    const deeds: Record<string, () => void> = {
      j: () => walk(list.current, current, 1),
      k: () => walk(list.current, current, -1),
      '?': () => openPanel('syntax'),
      x: onPaper((id) => choose([id], !useSelection.getState().ids.includes(id))),
      o: onPaper(open),
      c: onPaper((id) => citePapers([id])),
      s: onPaper((id) => keepPapers([id])),
    }
    const listen = (event: KeyboardEvent) => {
      if (isElsewhere(event) || !Object.hasOwn(deeds, event.key)) return
      event.preventDefault()
      deeds[event.key]?.()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [list, current, open, openPanel])
}

/** Keys that are typed into a field, belong to a dialog, or mean something to the browser. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (document.querySelector('dialog[open]')) return true
  const { target } = event
  return (
    target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isCheckbox(target)
  )
}

const isCheckbox = (target: HTMLElement) => target instanceof HTMLInputElement && target.type === 'checkbox'

function walk(list: HTMLElement | null, current: string | undefined, step: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-paper]') ?? [])]
  const at = rows.findIndex((row) => row.dataset.paper === current)
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  next?.querySelector<HTMLElement>('h3 a')?.focus()
}
