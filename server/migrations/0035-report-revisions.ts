import type { Migration } from './migration.ts'

/** Changes of the sections of reports, each with what the section was before. */
export const reportRevisions: Migration = {
  name: '0035-report-revisions',
  statements: ({ text }) => [
    `create table report_revisions (
      id ${text} primary key, report_id ${text} not null references research_reports (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade, section_id ${text} not null,
      version integer not null, how ${text} not null, instruction ${text}, state ${text} not null,
      job_id ${text}, note ${text}, before ${text}, created_at ${text} not null, finished_at ${text})`,
    'create index report_revisions_report on report_revisions (report_id, id)',
    'create index report_revisions_user on report_revisions (user_id)',
  ],
}
