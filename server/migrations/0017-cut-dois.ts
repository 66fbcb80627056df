import type { Migration } from './migration.ts'

/** DOIs that were cut at `<`: the records have to be read to repair them, which a job does. */
export const cutDois: Migration = {
  name: '0017-cut-dois',
  statements: () => [
    `insert into jobs (
        id, name, title, payload, owner_id, unique_key, state, progress, note, error, attempts, failures, run_at,
        lease, lease_until, cancel_requested, created_at, finished_at)
      select 'repair-cut-dois', 'library.repair-dois', '修复被截断的 DOI', '{}', null, 'library.repair-dois', 'queued',
        0, null, null, 0, 0, '2026-01-01T00:00:00.000Z', null, null, 0, '2026-01-01T00:00:00.000Z', null
      where exists (select 1 from papers)`,
  ],
}
