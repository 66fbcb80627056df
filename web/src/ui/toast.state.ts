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

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }))

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
