import type { Migration } from './migration.ts'

/** An answer keeps the tools it called, with what they were called with and what they said. */
export const toolCalls: Migration = {
  name: '0011-tool-calls',
  statements: ({ text }) => [`alter table chat_records add column tool_calls ${text} not null default '[]'`],
}
