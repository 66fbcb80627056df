import { create } from 'zustand'
import type { Failure } from '../../api/call.ts'

/** A short message at the bottom of the page. */
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  /** Undoes what the toast reports. */
  undo?: () => void
  /** A further action, and the label of its button. */
  more?: { name: string; run: () => void }
  /** Whether the toast stays visible on the next screen, because it explains why its own was left. */
  travels?: boolean
}

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION_MS = 8_000

interface ToastState {
  /** Oldest first. Of a kind (see `kindOf`), several toasts are kept only if they can be undone. */
  toasts: Toast[]
  /** The open dialog that contains the toasts, because everything outside it is inert; null is the page. */
  host: HTMLElement | null
}

/** The toasts and the element that contains them. */
export const useToasts = create<ToastState>()(() => ({ toasts: [], host: null }))

/** Moves the toasts into an open dialog, or with null back into the page. */
export function setToastHost(host: HTMLElement | null): void {
  useToasts.setState({ host })
}

let lastId = 0

/** Maximum number of kinds shown at once. */
const MAX_KINDS = 3
/** Maximum number of undoable toasts kept of each kind. */
const MAX_UNDOABLE_PER_KIND = 20

/**
 * Returns the kind of a toast: its text without quoted names, numbers, and the reason after a colon. 已删除「甲」 and
 * 已删除「乙」 are of one kind.
 */
export const kindOf = ({ tone, text }: Toast): string =>
  tone + text.replaceAll(/「[^「」]*」|[\d,]+/g, '').replace(/：.*/s, '')

/**
 * Shows a toast at the bottom of the page, with 撤销 when it can be undone. It replaces the earlier ones of its kind; if
 * it can be undone, those that can be too are kept and shown again one by one as the later ones are dismissed.
 */
export function toast(text: string, settings: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  lastId += 1
  const added: Toast = { id: lastId, text, tone: 'plain', ...settings }
  useToasts.setState(({ toasts }) => {
    const sameKind = toasts.filter((earlier) => kindOf(earlier) === kindOf(added))
    const others = toasts.filter((earlier) => !sameKind.includes(earlier))
    // The newest kinds and undoable toasts, with room left for the added one.
    const otherKinds = [...new Set(others.map(kindOf))].slice(1 - MAX_KINDS)
    const undoable = added.undo ? sameKind.filter(({ undo }) => undo).slice(1 - MAX_UNDOABLE_PER_KIND) : []
    const kept = others.filter((earlier) => otherKinds.includes(kindOf(earlier)))
    return { toasts: [...kept, ...undoable, added] }
  })
}

/** Returns an undo by a write, whose failure it reports in a toast. */
export const undoBy =
  (write: () => Promise<{ success: true } | Failure>): (() => void) =>
  () => {
    void write().then((answer) => {
      if (!answer.success) toast(`没有撤销：${answer.message}`, { tone: 'bad' })
    })
  }

/** Removes one toast and shows the next one of its kind. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => other.id !== id) }))
}

/** Removes all toasts of one kind. */
export function dismissKind(kind: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => kindOf(other) !== kind) }))
}

/**
 * Removes the toasts of a screen that is left. Those that can be undone or that explain why the screen was left stay
 * for their full time.
 */
export function clearScreenToasts(): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(({ undo, travels }) => undo || travels) }))
}
