import type { Migration } from './migration.ts'

/** Notices that retract, question, correct or reinstate works, and whom a notice has been reported to. */
export const retractionNotices: Migration = {
  name: '0075-retraction-notices',
  statements: ({ text, keyed }) => [
    `create table retraction_notices (
      id ${text} primary key, doi ${text}, pmid ${text}, kind ${text} not null, date ${text},
      reasons ${text} not null, notice_doi ${text}, notice_url ${text}, title ${text},
      alert_due integer not null)`,
    'create index retraction_notices_doi on retraction_notices (doi) where doi is not null',
    'create index retraction_notices_pmid on retraction_notices (pmid) where pmid is not null',
    'create index retraction_notices_due on retraction_notices (id) where alert_due = 1',
    `create table retraction_alerts (
      user_id ${text} not null references users (id) on delete cascade, work_key ${text} not null,
      kind ${text} not null, primary key (user_id, work_key, kind)) ${keyed}`,
  ],
}
