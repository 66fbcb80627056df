/** What the institution says about a person who has proved who they are. */
export interface SsoPerson {
  /** The institution's own id of the person; never changes. */
  subject: string
  account: string | null
  nick_name: string | null
  email: string | null
}

/** What has to be remembered between leaving for the institution and coming back. */
export interface SsoState {
  state: string
  nonce: string
  code_verifier: string
}

/** One way to log in at the institution. */
export interface SingleSignOn {
  id: 'oidc' | 'cas'
  name: string
  /** Where to send the browser. `callback` is our own address it comes back to. */
  start: (callback: string, state: SsoState) => Promise<URL>
  /** Checks what the browser brought back. @throws when it does not hold. */
  finish: (returned: URL, callback: string, state: SsoState) => Promise<SsoPerson>
  /** Where to end the institution's session too; null where it has no such page. */
  logoutUrl: (back: string) => Promise<URL | null>
}
