import type { TokenScope } from '@scinav/contract'
import type { Generated } from 'kysely'
import type { Flag, IsoTime } from './column-types.ts'

/** An account. */
export interface UsersTable {
  id: string
  account: string
  /** Lower case; unique. */
  account_key: string
  nick_name: string
  avatar_url: string | null
  /** Lower case; unique. */
  email: string | null
  /** Unique. */
  phone: string | null
  organization: string | null
  /** JSON array of strings. */
  subject_codes: string
  /** argon2id in PHC format; null where only single sign-on is used. */
  password_hash: string | null
  is_admin: Flag
  /** Whether the person may check batches of manuscripts. */
  is_checker: Generated<Flag>
  status: 'active' | 'disabled'
  /** When the purge job deletes the account; null unless its owner requested that. */
  delete_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

/** A browser that is logged in. */
export interface SessionsTable {
  id: string
  /** SHA-256 of the cookie's value, hex. */
  token_hash: string
  user_id: string
  ip: string
  user_agent: string
  created_at: IsoTime
  last_seen_at: IsoTime
  expires_at: IsoTime
}

/** A six-digit code sent to an e-mail address or a phone number. */
export interface VerificationCodesTable {
  id: string
  target: string
  /** What the code permits: to register, to reset the password, or to add or change a contact. */
  scene: 'register' | 'reset' | 'contact'
  /** SHA-256 over id and code, hex; null when the target was sent a different message instead of a code. */
  code_hash: string | null
  /** Number of wrong attempts. */
  tries: number
  /** The network that the code was requested from, see `networkKey`. */
  ip: string
  created_at: IsoTime
  expires_at: IsoTime
  used_at: IsoTime | null
}

/** A failed guess of a password or a code; a guess in progress counts as failed. */
export interface LoginFailuresTable {
  id: string
  /** What was guessed at, see `guessKeys`: an account, an account from one address, a code … */
  account_key: string
  /** The network that the guess came from, see `networkKey`. */
  ip: string
  created_at: IsoTime
}

/** A network from which a person has logged in: its failures count apart from those of strangers. */
export interface KnownAddressesTable {
  user_id: string
  /** A network, see `networkKey`. */
  ip: string
  seen_at: IsoTime
}

/** A setting that the web application stores for a person. */
export interface UserSettingsTable {
  user_id: string
  key: string
  type: string
  /** JSON. */
  value: string
  updated_at: IsoTime
}

/** An identity of the institution that logs in to an account. */
export interface SsoIdentitiesTable {
  provider: 'oidc' | 'cas'
  subject: string
  user_id: string
  created_at: IsoTime
}

/** A sign-on that has begun and not returned, or a link to an account that has not been opened. */
export interface SsoStatesTable {
  /** SHA-256 of the state parameter, hex. */
  state_hash: string
  provider: 'oidc' | 'cas'
  nonce: string
  code_verifier: string
  /** The hash route to return to. */
  return_hash: string | null
  /** The session whose account the identity is linked to; null when the sign-on logs in. */
  session_id: string | null
  created_at: IsoTime
}

/** A token with which a program acts for a person. */
export interface AccessTokensTable {
  id: string
  user_id: string
  name: string
  scope: TokenScope
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The first characters of the token. */
  hint: string
  created_at: IsoTime
  expires_at: IsoTime | null
  last_used_at: IsoTime | null
}

/** Tables of accounts: sessions, codes, failed log-ins, settings, sign-ons, access tokens. */
export interface AccountTables {
  users: UsersTable
  sessions: SessionsTable
  verification_codes: VerificationCodesTable
  login_failures: LoginFailuresTable
  known_addresses: KnownAddressesTable
  user_settings: UserSettingsTable
  sso_identities: SsoIdentitiesTable
  sso_states: SsoStatesTable
  access_tokens: AccessTokensTable
}
