import { act } from '@testing-library/react'
import { useToasts } from '../ui/toasts/toast.state.ts'

/** What was said last in a toast. */
export const lastToast = () => useToasts.getState().toasts.at(-1)

/** Takes back what the last toast tells of. */
export const undo = () => act(async () => lastToast()?.undo?.())
