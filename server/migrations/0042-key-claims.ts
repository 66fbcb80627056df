import type { Migration } from './migration.ts'

/** A call with an `Idempotency-Key` claims its key before it works; a row without a lease has its reply. */
export const keyClaims: Migration = {
  name: '0042-key-claims',
  statements: ({ text }) => [
    `alter table idempotency_keys add column lease ${text}`,
    `alter table idempotency_keys add column lease_until ${text}`,
  ],
}
