import type { Migration } from './migration.ts'

/** From where a person has logged in: strangers' guesses do not lock them out there. */
export const knownAddresses: Migration = {
  name: '0015-known-addresses',
  statements: ({ text }) => [
    `create table known_addresses (
      user_id ${text} not null references users (id) on delete cascade, ip ${text} not null,
      seen_at ${text} not null, primary key (user_id, ip))`,
    `insert into known_addresses (user_id, ip, seen_at)
      select user_id, ip, max(created_at) from sessions group by user_id, ip`,
  ],
}
