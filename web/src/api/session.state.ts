import type { api, OutputOf } from '@scinav/contract'
import { create } from 'zustand'

/** The logged-in person as the server describes them. */
export type User = OutputOf<typeof api.user.current>

/** `{}` when not logged in. */
export type UserInfo = User | Record<string, never>

/** Who is logged in: filled and emptied by the guard, and by what changes the account. */
export const useUserInfo = create<{ userInfo: UserInfo }>()(() => ({ userInfo: {} }))

export function setUserInfo(userInfo: UserInfo): void {
  useUserInfo.setState({ userInfo })
}

export function isLoggedIn(userInfo: UserInfo): userInfo is User {
  return 'id' in userInfo
}

/** The logged-in person, or nothing. */
export function useUser(): User | undefined {
  return useUserInfo(({ userInfo }) => (isLoggedIn(userInfo) ? userInfo : undefined))
}

/** Whether the server has stopped answering somebody whose screen is open. */
export const useConnection = create<{ lost: boolean }>()(() => ({ lost: false }))

export const setConnectionLost = (lost: boolean): void => useConnection.setState({ lost })

/** How many uploads run in this page. While one does, no new version takes over. */
export const useUploads = create<{ running: number }>()(() => ({ running: 0 }))

/** Counts one upload as running for as long as `work` takes. */
export async function trackUpload<Result>(work: () => Promise<Result>): Promise<Result> {
  const change = (by: number) => useUploads.setState(({ running }) => ({ running: running + by }))
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}
