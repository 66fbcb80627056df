import type { Migration } from './migration.ts'

/**
 * What a file says of its own title, shown instead of its name; null while nobody has looked. What somebody has named
 * keeps that name.
 */
export const documentTitles: Migration = {
  name: '0036-document-titles',
  statements: ({ text }) => [
    `alter table documents add column title ${text}`,
    'alter table documents add column named_by_hand integer not null default 0',
    `update documents set named_by_hand = 1
      where type = 'file' and name <> (select files.name from files where files.id = documents.file_id)`,
    'create index documents_untitled on documents (id) where title is null and parse_id is not null',
  ],
}
