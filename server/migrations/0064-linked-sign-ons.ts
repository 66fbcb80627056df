import type { Migration } from './migration.ts'

/**
 * A sign-on that its owner links to their account: the session that began it is kept beside its state, and an account
 * has one identity of each provider.
 */
export const linkedSignOns: Migration = {
  name: '0064-linked-sign-ons',
  statements: ({ text }) => [
    `alter table sso_states add column session_id ${text}`,
    'create unique index sso_identities_user on sso_identities (user_id, provider)',
  ],
}
