const OWNER = 'scinav.owner'
const OURS = /^scinav\./

/**
 * What this tab keeps for a reload (`sessionStorage`: chosen papers, unsent questions, drafts) is one person's. Whoever
 * logs in after somebody else finds none of it; whoever comes back after their session ran out finds it again.
 */
export function claimTab(user_id: string): void {
  try {
    const owner = sessionStorage.getItem(OWNER)
    if (owner === user_id) return
    if (owner !== null) forgetTab()
    sessionStorage.setItem(OWNER, user_id)
  } catch {
    return
  }
}

/** Forgets what this tab keeps: its person leaves. */
export function forgetTab(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
    for (const key of keys) if (OURS.test(key)) sessionStorage.removeItem(key)
  } catch {
    return
  }
}
