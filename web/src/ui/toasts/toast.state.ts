import { create } from 'zustand'

export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  /** Takes back what the toast reports. */
  undo?: () => void
  /** What else can be done about it. */
  more?: { name: string; run: () => void }
  /** It says why its screen was left, so it is read on the next one. */
  travels?: boolean
}

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION_MS = 8_000

interface ToastState {
  /** The oldest first. Of one kind only what can still be taken back stands here more than once. */
  toasts: Toast[]
  /** The open dialog that shows them, as everything outside it is out of reach; null is the page. */
  host: HTMLElement | null
}

export const useToasts = create<ToastState>()(() => ({ toasts: [], host: null }))

/** Shows the toasts inside an open dialog, or with null in the page again. */
export function setToastHost(host: HTMLElement | null): void {
  useToasts.setState({ host })
}

let lastId = 0

/** So many kinds show at once, and so many actions of one kind can be taken back one after the other. */
const MAX_KINDS = 3
const MAX_ACTIONS_PER_KIND = 20

/** What is said of another paper, or with another number or reason, is of one kind. */
export const kindOf = ({ tone, text }: Toast): string =>
  tone + text.replaceAll(/「[^「」]*」|[\d,]+/g, '').replace(/：.*/s, '')

/**
 * Says at the foot of the page what happened, with 撤销 where it can be taken back. It takes the place of what was said
 * before of its kind; actions that can be taken back wait behind it.
 */
export function toast(text: string, settings: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  lastId += 1
  const added: Toast = { id: lastId, text, tone: 'plain', ...settings }
  useToasts.setState(({ toasts }) => {
    const same = toasts.filter((one) => kindOf(one) === kindOf(added))
    const others = toasts.filter((one) => !same.includes(one))
    const showing = [...new Set(others.map(kindOf))].slice(1 - MAX_KINDS)
    const waiting = added.undo ? same.filter((one) => one.undo).slice(1 - MAX_ACTIONS_PER_KIND) : []
    return { toasts: [...others.filter((one) => showing.includes(kindOf(one))), ...waiting, added] }
  })
}

/** Takes one toast away; what waits behind it shows. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
}

/** Takes away everything that was said of one kind. */
export function dismissKind(kind: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => kindOf(one) !== kind) }))
}

/**
 * What was said of a screen goes with it. What can be taken back, or says why the screen was left, stays for its time:
 * it outlives the screen.
 */
export function clearScreenToasts(): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.undo || one.travels) }))
}
