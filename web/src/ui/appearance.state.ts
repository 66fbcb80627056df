import { create } from 'zustand'
import { readStored, writeStored } from './stored-choice.ts'

/** The user's choice of the appearance; `system`, also the initial one, follows the device. */
export type Appearance = 'light' | 'dark' | 'system'

const STORAGE_KEY = 'scinav.appearance'
const systemDark = matchMedia('(prefers-color-scheme: dark)')

interface AppearanceState {
  appearance: Appearance
  /** Whether the user has ever chosen an appearance. */
  chosen: boolean
  /** Whether the screen is dark now. */
  dark: boolean
}

/** Whether a value, such as a stored one, is an appearance. */
export const isAppearance = (value: unknown): value is Appearance =>
  value === 'light' || value === 'dark' || value === 'system'

const isDark = (appearance: Appearance) =>
  appearance === 'dark' || (appearance === 'system' && systemDark.matches)

/** Returns the state at start-up: the choice stored in this browser, otherwise that of the device. */
function initialState(): AppearanceState {
  const stored = readStored(STORAGE_KEY)
  const appearance = isAppearance(stored) ? stored : 'system'
  return { appearance, chosen: isAppearance(stored), dark: isDark(appearance) }
}

/** The appearance: the user's choice, and what is shown. */
export const useAppearance = create<AppearanceState>()(initialState)

/** Applies an appearance and stores it in this browser. */
export function setAppearance(appearance: Appearance): void {
  writeStored(STORAGE_KEY, appearance)
  useAppearance.setState({ chosen: true })
  applyAppearance(appearance)
}

/** Shows an appearance without storing it. */
function applyAppearance(appearance: Appearance): void {
  const dark = isDark(appearance)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  useAppearance.setState({ appearance, dark })
}

// The device may change between light and dark while the page is open.
systemDark.addEventListener('change', () => applyAppearance(useAppearance.getState().appearance))
