import type { Migration } from './migration.ts'

/** Records of an import that were read, but not wholly as they are written, stand beside those that could not be read. */
export const importWarnings: Migration = {
  name: '0050-import-warnings',
  statements: ({ text }) => [
    'alter table imports add column warnings bigint not null default 0',
    `alter table import_faults add column kind ${text} not null default 'broken'`,
  ],
}
