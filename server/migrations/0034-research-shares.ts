import type { Migration } from './migration.ts'

/** Read-only pages of reports: one of each at most. */
export const researchShares: Migration = {
  name: '0034-research-shares',
  statements: ({ text }) => [
    `create table research_shares (
      id ${text} primary key, report_id ${text} not null unique references research_reports (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade, token_hash ${text} not null unique,
      created_at ${text} not null, expires_at ${text})`,
    'create index research_shares_user on research_shares (user_id)',
  ],
}
