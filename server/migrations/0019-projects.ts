import type { Migration } from './migration.ts'

/** Projects of a team, and who is in them as what. */
export const projects: Migration = {
  name: '0019-projects',
  statements: ({ text }) => [
    `create table projects (
      id ${text} primary key, name ${text} not null, description ${text} not null, deleted_at ${text},
      created_at ${text} not null, updated_at ${text} not null)`,
    `create table project_members (
      project_id ${text} not null references projects (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      role integer not null, joined_at ${text} not null, primary key (project_id, user_id))`,
    'create index project_members_user on project_members (user_id)',
    'create index datasets_project on datasets (project_id)',
  ],
}
