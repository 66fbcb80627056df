import type { api, OutputOf } from '@scinav/contract'
import { create } from 'zustand'

/** The logged-in user as the server describes them. */
export type User = OutputOf<typeof api.user.current>

/** `{}` when nobody is logged in. */
export type UserInfo = User | Record<string, never>

/** The logged-in user. Set and cleared by the guards, and by the calls that change the account. */
export const useUserInfo = create<{ userInfo: UserInfo }>()(() => ({ userInfo: {} }))

/** Replaces the logged-in user; `{}` when nobody is logged in. */
export function setUserInfo(userInfo: UserInfo): void {
  useUserInfo.setState({ userInfo })
}

/** Whether the info describes a logged-in user. */
export function isLoggedIn(userInfo: UserInfo): userInfo is User {
  return 'id' in userInfo
}

/** Returns the logged-in user, or undefined. */
export function useUser(): User | undefined {
  return useUserInfo(({ userInfo }) => (isLoggedIn(userInfo) ? userInfo : undefined))
}

/** Whether the server has stopped responding while a screen is open. */
export const useConnection = create<{ lost: boolean }>()(() => ({ lost: false }))

export const setConnectionLost = (lost: boolean): void => useConnection.setState({ lost })

/** Number of uploads running in this page. While it is above 0, no new service worker takes over. */
export const useUploads = create<{ running: number }>()(() => ({ running: 0 }))

/** Counts one upload as running for the duration of `work`. */
export async function trackUpload<Result>(work: () => Promise<Result>): Promise<Result> {
  const change = (by: number) => useUploads.setState(({ running }) => ({ running: running + by }))
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}
