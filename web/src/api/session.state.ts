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

/** Whether the logged-in user may check batches of manuscripts (核对员). */
export const useIsChecker = (): boolean => useUser()?.is_checker ?? false
