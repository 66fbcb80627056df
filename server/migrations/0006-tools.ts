import type { Migration } from './migration.ts'

/** Marked applications and people's own prompts. */
export const tools: Migration = {
  name: '0006-tools',
  statements: ({ text }) => {
    const user = `${text} not null references users (id) on delete cascade`
    return [
      `create table tool_marks (
        user_id ${user}, tool_id ${text} not null, created_at ${text} not null, primary key (user_id, tool_id))`,
      `create table user_prompts (
        id ${text} primary key, user_id ${user}, name ${text} not null, content ${text} not null,
        type ${text} not null, created_at ${text} not null, updated_at ${text} not null)`,
      'create index user_prompts_user on user_prompts (user_id)',
    ]
  },
}
