import type { Migration } from './migration.ts'

/**
 * Where people read, what was translated and told by aspect, and the terms they want. What was made of a text goes with
 * its bytes or its parse.
 */
export const reading: Migration = {
  name: '0026-reading',
  statements: ({ text, keyed }) => [
    `create table reading_positions (
      user_id ${text} not null references users (id) on delete cascade, target_id ${text} not null,
      position ${text} not null, updated_at ${text} not null, primary key (user_id, target_id)) ${keyed}`,
    `create table block_translations (
      bytes_id ${text} not null references file_bytes (id) on delete cascade, source_hash ${text} not null,
      language ${text} not null, body ${text} not null, model ${text} not null, created_at ${text} not null,
      primary key (bytes_id, source_hash, language)) ${keyed}`,
    `create table read_aspects (
      parse_id ${text} primary key references parses (id) on delete cascade, told ${text} not null,
      model ${text} not null, created_at ${text} not null)`,
    `create table glossary_terms (
      user_id ${text} not null references users (id) on delete cascade, source ${text} not null,
      target ${text} not null, primary key (user_id, source)) ${keyed}`,
  ],
}
