import type { Migration } from './migration.ts'

/** Checks of manuscripts: their runs, events, the text that was read, and the records that were found for its list. */
export const manuscriptChecks: Migration = {
  name: '0079-manuscript-checks',
  statements: ({ text, keyed }) => {
    const check = (name: string) =>
      `${name} ${text} not null references manuscript_checks (id) on delete cascade`
    return [
      `create table manuscript_checks (
        id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
        file_id ${text} not null, file_name ${text} not null, request ${text} not null, status ${text} not null,
        snapshot ${text}, counts ${text} not null, decisions ${text} not null, last_seq integer not null,
        lease ${text}, lease_until ${text}, cancel_requested integer not null,
        created_at ${text} not null, finished_at ${text})`,
      'create index manuscript_checks_user on manuscript_checks (user_id, created_at)',
      'create index manuscript_checks_created on manuscript_checks (created_at)',
      "create index manuscript_checks_active on manuscript_checks (status) where status = 'running'",
      `create table manuscript_check_events (
        ${check('run_id')}, seq integer not null, event ${text} not null, primary key (run_id, seq)) ${keyed}`,
      `create table manuscript_check_texts (${check('check_id')} primary key, body ${text} not null)`,
      `create table manuscript_check_records (
        ${check('check_id')}, entry integer not null, record ${text} not null,
        primary key (check_id, entry)) ${keyed}`,
    ]
  },
}
