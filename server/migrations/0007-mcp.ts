import type { Migration } from './migration.ts'

/** Access tokens, servers of tools, who has them switched on, and what was called. */
export const mcp: Migration = {
  name: '0007-mcp',
  statements: ({ text }) => {
    const user = `${text} not null references users (id) on delete cascade`
    return [
      `create table access_tokens (
        id ${text} primary key, user_id ${user}, name ${text} not null, scope ${text} not null,
        token_hash ${text} not null unique, hint ${text} not null,
        created_at ${text} not null, expires_at ${text}, last_used_at ${text})`,
      'create index access_tokens_user on access_tokens (user_id)',
      `create table mcp_servers (
        id ${text} primary key, name ${text} not null, description ${text} not null, prefix ${text} not null unique,
        transport ${text} not null, url ${text}, command ${text}, args ${text} not null, secrets ${text} not null,
        inside integer not null, trusted integer not null, active integer not null,
        state ${text} not null, message ${text}, approved_tools ${text}, approved_hash ${text}, approved_at ${text},
        found_tools ${text}, found_hash ${text}, checked_at ${text},
        created_at ${text} not null, updated_at ${text} not null)`,
      `create table mcp_choices (
        user_id ${user}, server_id ${text} not null references mcp_servers (id) on delete cascade,
        created_at ${text} not null, primary key (user_id, server_id))`,
      'create index mcp_choices_server on mcp_choices (server_id)',
      `create table mcp_calls (
        id ${text} primary key, user_id ${user}, server_id ${text} not null, server_name ${text} not null,
        tool ${text} not null, args_hash ${text} not null, ok integer not null, ms integer not null,
        created_at ${text} not null)`,
      'create index mcp_calls_user on mcp_calls (user_id)',
      'create index mcp_calls_server on mcp_calls (server_id, id)',
    ]
  },
}
