import { create } from 'zustand'

/** A short message at the bottom of the page. */
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  /** Undoes what the toast reports. */
  undo?: () => void
  /** A further action, and the label of its button. */
  more?: { name: string; run: () => void }
  /** The toast explains why its screen was left, so it stays visible on the next one. */
  travels?: boolean
}

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION_MS = 8_000

interface ToastState {
  /** Oldest first. Of one kind, only toasts that can be undone are kept more than once. */
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

/** Maximum number of kinds shown at once, and of undoable actions kept per kind. */
const MAX_KINDS = 3
const MAX_ACTIONS_PER_KIND = 20

/**
 * Returns the kind of a toast: texts that differ only in a quoted name, a number or the reason after a colon are one
 * kind.
 */
export const kindOf = ({ tone, text }: Toast): string =>
  tone + text.replaceAll(/「[^「」]*」|[\d,]+/g, '').replace(/：.*/s, '')

/**
 * Shows a toast at the bottom of the page, with 撤销 when it can be undone. It replaces an earlier toast of its kind;
 * toasts that can be undone queue behind it.
 */
export function toast(text: string, settings: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  lastId += 1
  const added: Toast = { id: lastId, text, tone: 'plain', ...settings }
  useToasts.setState(({ toasts }) => {
    const same = toasts.filter((one) => kindOf(one) === kindOf(added))
    const others = toasts.filter((one) => !same.includes(one))
    // The newest kinds and actions, with one place left for the added toast.
    const otherKinds = [...new Set(others.map(kindOf))].slice(1 - MAX_KINDS)
    const undoable = added.undo ? same.filter((one) => one.undo).slice(1 - MAX_ACTIONS_PER_KIND) : []
    return { toasts: [...others.filter((one) => otherKinds.includes(kindOf(one))), ...undoable, added] }
  })
}

/** Removes one toast and shows the next one of its kind. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
}

/** Removes all toasts of one kind. */
export function dismissKind(kind: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => kindOf(one) !== kind) }))
}

/**
 * Removes the toasts of a screen that is left. Those that can be undone or that explain why the screen was left stay
 * for their full time.
 */
export function clearScreenToasts(): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.undo || one.travels) }))
}
