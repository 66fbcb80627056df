import type { Migration } from './migration.ts'

/** When a notice was sent to its reader by mail; null until then, and for those that are never mailed. */
export const mailedNotices: Migration = {
  name: '0086-mailed-notices',
  statements: ({ text }) => [`alter table notices add column mailed_at ${text}`],
}
