import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/user-info.state.ts'
import { isAppearance, setAppearance, useAppearance } from '../../ui/appearance.state.ts'

let keptAtServer: unknown = null

/** Shows the appearance the account keeps; an account without one keeps what this browser shows. */
export function takeKeptAppearance(value: unknown): void {
  keptAtServer = value
  if (isAppearance(value)) setAppearance(value)
}

/** Keeps every later choice in the account of the person who is logged in. Call once at the start. */
export function keepAppearanceChoices(): void {
  useAppearance.subscribe(({ appearance }, before) => {
    if (appearance === before.appearance || appearance === keptAtServer) return
    if (!isLoggedIn(useUserInfo.getState().userInfo)) return
    keptAtServer = appearance
    void call(api.user.saveSetting, { key: 'appearance', type: 'ui', value: appearance })
  })
}
