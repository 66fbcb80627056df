import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import type { ManuscriptState } from './manuscript.ts'

const STORAGE_KEY = 'scinav.manuscript'

interface StoredManuscript {
  /** The user it belongs to; another user of this browser cannot see it. */
  user: string
  state: ManuscriptState
}

const userId = (): string => {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) ? userInfo.id : ''
}

/** Stores a manuscript for a reload of this tab; one that is too long is lost when the page is left. */
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

/** Returns the manuscript stored before a reload, if it belongs to the logged-in user. */
export function readStoredManuscript(): ManuscriptState | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    // Only storeManuscript writes to this key.
    const stored = text ? (JSON.parse(text) as StoredManuscript) : null
    return stored?.user === userId() ? stored.state : null
  } catch {
    return null
  }
}
