import { useEffect, useRef, useState } from 'react'
import { isComposing } from './enter.ts'

/** The actions on a row, each called with its id; the key of an absent one does nothing. */
interface RowKeyActions {
  /** On `x`. */
  select?: (id: string) => void
  /** On `o`; Enter needs no action, as it follows the row's link. */
  open?: (id: string) => void
  /** On `c`. */
  cite?: (id: string) => void
  /** On `s`. */
  keep?: (id: string) => void
  /** On `t`. */
  tag?: (id: string) => void
}

const actionOfKey: Readonly<Record<string, keyof RowKeyActions>> = {
  x: 'select',
  o: 'open',
  c: 'cite',
  s: 'keep',
  t: 'tag',
}

/**
 * Adds keyboard navigation to a list: `j` and `k` move the focus down and up, `x` selects, `o` opens, `c` cites, `s`
 * saves, `t` tags. Rows carry their id as `data-row` or `data-paper`. Returns the id of the row the keys act on, the
 * last one focused. The keys are inactive while the user types or a dialog is open.
 */
export function useRowKeys(ids: readonly string[], actions: RowKeyActions): string | undefined {
  const [current, setCurrent] = useState<string>()
  const latest = useRef({ ids, actions, current })
  latest.current = { ids, actions, current }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isUnclaimedKey(event) && runKeyAction(event.key, latest.current)) event.preventDefault()
    }
    const onFocus = ({ target }: FocusEvent) => {
      const id = rowAt(target)
      if (id !== undefined && latest.current.ids.includes(id)) setCurrent(id)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
  return current !== undefined && ids.includes(current) ? current : undefined
}

interface RowState {
  /** Ids of the rows, in the order on the screen. */
  ids: readonly string[]
  actions: RowKeyActions
  /** Id of the row focused last. */
  current: string | undefined
}

/** Runs the action of a key; returns whether it has one on this screen, so that the browser must not handle it too. */
function runKeyAction(key: string, { ids, actions, current }: RowState): boolean {
  const next = isPaperNavigationOpen() ? undefined : adjacentRow(key, ids, current)
  if (next !== undefined) {
    focusRow(next)
    return true
  }
  const action = actionOfKey[key]
  if (!action || current === undefined || !ids.includes(current)) return false
  actions[action]?.(current)
  return true
}

/** Whether the open paper belongs to the list; then its drawer handles `j` and `k` to step through papers. */
const isPaperNavigationOpen = () => document.querySelector('dialog[data-in-list="true"]') !== null

/** Returns the row that `j` or `k` leads to; the first one when none is current. */
function adjacentRow(key: string, ids: readonly string[], current: string | undefined): string | undefined {
  const index = current === undefined ? -1 : ids.indexOf(current)
  if (key === 'j') return ids[index + 1]
  return key === 'k' ? ids[Math.max(0, index - 1)] : undefined
}

/** Returns the id of the row that contains the element, if any. */
function rowAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return
  const row = target.closest<HTMLElement>('[data-row]') ?? target.closest<HTMLElement>('[data-paper]')
  return row?.dataset.row ?? row?.dataset.paper
}

/** Returns the first row with this id on the screen. */
export function findRow(id: string): Element | null {
  const name = CSS.escape(id)
  return document.querySelector(`[data-row="${name}"]`) ?? document.querySelector(`[data-paper="${name}"]`)
}

/** Focuses the row's title link, or its checkbox when it has none. */
export function focusRow(id: string): void {
  const row = findRow(id)
  const target = row?.querySelector<HTMLElement>('h3 a') ?? row?.querySelector('input')
  target?.focus()
}

/**
 * Whether a key is free for shortcuts: not typed into a field, not handled by a dialog or a tree, and without a browser
 * modifier.
 */
export function isUnclaimedKey(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey } = event
  if (
    ctrlKey ||
    metaKey ||
    altKey ||
    isComposing(event) ||
    document.querySelector('dialog[open]:not([data-modeless="true"])')
  )
    return false
  if (!(target instanceof HTMLElement)) return true
  if (target.isContentEditable || target.closest('[role="tree"], [role="menu"], textarea, select'))
    return false
  return !(target instanceof HTMLInputElement) || target.type === 'checkbox'
}
