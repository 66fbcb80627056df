import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import { isAppearance, setAppearance, useAppearance } from '../../ui/appearance.state.ts'

/** The value in the account as far as this page knows; null when there is none. */
let storedAtServer: unknown = null

/** Applies the appearance stored in the account; a value that is not an appearance leaves this browser's choice. */
export function applyStoredAppearance(value: unknown): void {
  storedAtServer = value
  if (isAppearance(value)) setAppearance(value)
}

/** Stores every later change of the appearance in the logged-in user's account. Call it once at start-up. */
export function syncAppearance(): void {
  useAppearance.subscribe(({ appearance }, before) => {
    if (appearance === before.appearance || appearance === storedAtServer) return
    if (!isLoggedIn(useUserInfo.getState().userInfo)) return
    storedAtServer = appearance
    void call(api.user.saveSetting, { key: 'appearance', type: 'ui', value: appearance })
  })
}
