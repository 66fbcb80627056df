import { create } from 'zustand'

/** Whether the command palette is open. */
export const usePaletteOpen = create<{ open: boolean }>()(() => ({ open: false }))

export const openPalette = (): void => usePaletteOpen.setState({ open: true })
export const closePalette = (): void => usePaletteOpen.setState({ open: false })
