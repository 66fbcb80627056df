import type { Migration } from './migration.ts'

/** Whether a dataset has contents of one that was closed to outside models, and stays closed to them for good. */
export const modelLocks: Migration = {
  name: '0044-model-locks',
  statements: () => ['alter table datasets add column external_model_locked integer not null default 0'],
}
