import { create } from 'zustand'

export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  /** Takes back what the toast reports. */
  undo?: () => void
}

/** How long a toast stays, in milliseconds. */
export const TOAST_STAYS = 8_000

interface ToastState {
  toasts: Toast[]
  /** The open dialog that shows them, as everything outside it is out of reach; null is the page. */
  host: HTMLElement | null
}

export const useToasts = create<ToastState>()(() => ({ toasts: [], host: null }))

/** Shows the toasts inside an open dialog, or with null in the page again. */
export function hostToasts(host: HTMLElement | null): void {
  useToasts.setState({ host })
}

let lastId = 0

/** Says at the foot of the page what happened, with 撤销 where it can be taken back. */
export function toast(text: string, settings: { undo?: () => void; tone?: Toast['tone'] } = {}): void {
  lastId += 1
  const { undo, tone = 'plain' } = settings
  const added: Toast = { id: lastId, text, tone, ...(undo && { undo }) }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, added].slice(-3) }))
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
}
