import type { Migration } from './migration.ts'

/** The summaries of the starter library are this site's own words; within a text of JSON the key's quotes are escaped. */
export const abstractBy: Migration = {
  name: '0052-abstract-by',
  statements: () => [
    `update papers set record = replace(record, '"abstract":', '"abstract_by":"site","abstract":') where is_starter = 1`,
  ],
}
