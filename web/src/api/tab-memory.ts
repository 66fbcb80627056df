const OWNER_KEY = 'scinav.owner'
const APP_KEY = /^scinav\./

/**
 * What this tab keeps for a reload (`sessionStorage`: chosen papers, unsent questions, drafts) is one person's. Whoever
 * logs in after somebody else finds none of it; whoever comes back after their session ran out finds it again.
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

/** Forgets what this tab keeps: its person leaves. */
export function clearTab(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
    for (const key of keys) if (APP_KEY.test(key)) sessionStorage.removeItem(key)
  } catch {
    return
  }
}
