/** A person whom the institution has authenticated. */
export interface SsoPerson {
  /** The institution's own id of the person, which never changes. */
  subject: string
  account: string | null
  nick_name: string | null
  email: string | null
}

/** What has to be stored between the redirect to the institution and the return. */
export interface SsoState {
  /** Random; the browser brings it back, also in a cookie of its own. */
  state: string
  /** Random; the id token of OpenID Connect repeats it. */
  nonce: string
  /** The secret of PKCE (RFC 7636). */
  code_verifier: string
}

/** One way to log in through the institution. */
export interface SingleSignOn {
  id: 'oidc' | 'cas'
  /** The name that people read. */
  name: string
  /** Returns the address to send the browser to. `callback` is our own address to which it returns. */
  start: (callback: string, state: SsoState) => Promise<URL>
  /**
   * Verifies the return of the browser and returns the person.
   *
   * @param returned the address with which the browser came back.
   * @throws when it is not valid.
   */
  finish: (returned: URL, callback: string, state: SsoState) => Promise<SsoPerson>
  /** Returns the address that ends the institution's session too; null when there is none. */
  logoutUrl: (back: string) => Promise<URL | null>
}
