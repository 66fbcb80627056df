const OWNER_KEY = 'scinav.owner'
const APP_KEY = /^scinav\./

/**
 * Assigns this tab's stored data (`sessionStorage`: selected papers, unsent questions, drafts) to a user. The data of
 * another user is cleared; a user who logs in again after the session expired finds their own data again. Data without
 * an owner becomes the user's. Where storage is blocked or full there is nothing to assign.
 */
export function claimTab(user_id: string): void {
  try {
    const owner = sessionStorage.getItem(OWNER_KEY)
    if (owner === user_id) return
    if (owner !== null) clearTab()
    sessionStorage.setItem(OWNER_KEY, user_id)
  } catch {
    return
  }
}

/** Clears the data this tab stores for its user. Where storage is blocked there is none. */
export function clearTab(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
    for (const key of keys) if (APP_KEY.test(key)) sessionStorage.removeItem(key)
  } catch {
    return
  }
}
