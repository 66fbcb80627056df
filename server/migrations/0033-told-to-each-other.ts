import type { Migration } from './migration.ts'

/** What processes that share a database tell each other of the outside engines: works found, answers, turns. */
export const toldToEachOther: Migration = {
  name: '0033-told-to-each-other',
  statements: ({ text, keyed }) => [
    `create table found_works (key ${text} primary key, work ${text} not null, found_at ${text} not null) ${keyed}`,
    'create index found_works_found on found_works (found_at)',
    `create table engine_answers (key ${text} primary key, answer ${text} not null, asked_at ${text} not null) ${keyed}`,
    'create index engine_answers_asked on engine_answers (asked_at)',
    `create table engine_turns (engine ${text} primary key, next_at bigint not null, held_until bigint not null) ${keyed}`,
  ],
}
