import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import { isAppearance, setAppearance, useAppearance } from '../../ui/appearance.state.ts'

let storedAtServer: unknown = null

/** Shows the appearance the account keeps; an account without one keeps what this browser shows. */
export function applyStoredAppearance(value: unknown): void {
  storedAtServer = value
  if (isAppearance(value)) setAppearance(value)
}

/** Keeps every later choice in the account of the person who is logged in. Call once at the start. */
export function syncAppearance(): void {
  useAppearance.subscribe(({ appearance }, before) => {
    if (appearance === before.appearance || appearance === storedAtServer) return
    if (!isLoggedIn(useUserInfo.getState().userInfo)) return
    storedAtServer = appearance
    void call(api.user.saveSetting, { key: 'appearance', type: 'ui', value: appearance })
  })
}
