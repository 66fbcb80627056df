import type { Migration } from './migration.ts'

/** Deep researches, what they say as they go on, and their reports. */
export const researches: Migration = {
  name: '0032-researches',
  statements: ({ text, keyed }) => {
    const user = `${text} not null references users (id) on delete cascade`
    const run = `${text} not null references research_runs (id) on delete cascade`
    return [
      `create table research_runs (
        id ${text} primary key, user_id ${user}, thread_id ${text} not null, report_id ${text} not null,
        title ${text} not null, question ${text} not null, request ${text} not null,
        status ${text} not null, state ${text} not null, engine ${text} not null, model ${text},
        free ${text} not null, reserved_at ${text}, snapshot ${text}, last_seq integer not null,
        lease ${text}, lease_until ${text}, cancel_requested integer not null,
        finish_requested integer not null, deleted_at ${text}, created_at ${text} not null,
        finished_at ${text})`,
      'create index research_runs_user on research_runs (user_id, created_at)',
      'create index research_runs_reserved on research_runs (user_id, reserved_at)',
      'create index research_runs_finished on research_runs (finished_at)',
      "create index research_runs_active on research_runs (status) where status = 'running'",
      `create table research_events (
        run_id ${run}, seq integer not null, event ${text} not null, primary key (run_id, seq)) ${keyed}`,
      `create table research_reports (
        id ${text} primary key, run_id ${run}, user_id ${user}, body ${text} not null,
        version integer not null, created_at ${text} not null, updated_at ${text} not null)`,
      'create index research_reports_run on research_reports (run_id)',
    ]
  },
}
