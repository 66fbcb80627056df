import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import type { ManuscriptState } from './manuscript.ts'

const STORAGE_KEY = 'scinav.manuscript'

interface StoredManuscript {
  /** Whose it is: another person at this browser sees nothing of it. */
  user: string
  state: ManuscriptState
}

const userId = (): string => {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) ? userInfo.id : ''
}

/** Keeps a manuscript for a reload of this tab; where it is too long it lasts until the page is left. */
export function storeManuscript(state: ManuscriptState): void {
  try {
    if (state.text === '') sessionStorage.removeItem(STORAGE_KEY)
    else
      sessionStorage.setItem(
        STORAGE_KEY,
        JSON.stringify({ user: userId(), state } satisfies StoredManuscript),
      )
  } catch {
    return
  }
}

/** What was stored before a reload, of the person who is logged in now. */
export function readStoredManuscript(): ManuscriptState | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    // Only storeManuscript writes under this key.
    const stored = text ? (JSON.parse(text) as StoredManuscript) : null
    return stored?.user === userId() ? stored.state : null
  } catch {
    return null
  }
}
