import type { Migration } from './migration.ts'

/**
 * How often a job failed, apart from how often its process died. Imports whose job has ended, and which would be waited
 * for without end, ended with it.
 */
export const jobFailures: Migration = {
  name: '0016-job-failures',
  statements: () => [
    'alter table jobs add column failures integer not null default 0',
    `update imports set state = 'failed', error = '导入没有完成，请重新上传这个文件', finished_at = created_at
      where state in ('queued', 'running') and not exists (
        select 1 from jobs where jobs.id = imports.job_id and jobs.state in ('queued', 'running'))`,
  ],
}
