import type { Migration } from './migration.ts'

/** Folders that were deleted, and the documents that went with them, wait to be brought back. */
export const deletedFolders: Migration = {
  name: '0018-deleted-folders',
  statements: ({ text }) => [
    `alter table folders add column deleted_at ${text}`,
    `alter table folders add column removal ${text}`,
    `alter table documents add column deleted_at ${text}`,
    'create index documents_deleted on documents (deleted_at) where deleted_at is not null',
  ],
}
