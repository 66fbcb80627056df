import type { Migration } from './migration.ts'

/** What people do with papers: views, searches, preferences, subscriptions, lists. */
export const scholars: Migration = {
  name: '0003-scholars',
  statements: ({ text }) => {
    const user = `${text} not null references users (id) on delete cascade`
    return [
      `create table paper_views (
        user_id ${user}, paper_id ${text} not null, views integer not null, seconds integer not null,
        viewed_at ${text} not null, primary key (user_id, paper_id))`,
      'create index paper_views_time on paper_views (user_id, viewed_at)',
      `create table not_interested (
        user_id ${user}, paper_id ${text} not null, created_at ${text} not null, primary key (user_id, paper_id))`,
      `create table search_logs (
        id ${text} primary key, user_id ${user}, query ${text} not null, filters ${text} not null,
        kind ${text} not null, total bigint not null, created_at ${text} not null)`,
      'create index search_logs_time on search_logs (user_id, created_at)',
      `create table preferences (
        user_id ${text} primary key references users (id) on delete cascade,
        subject_codes ${text} not null, keywords ${text} not null, journals ${text} not null,
        authors ${text} not null, later_until ${text}, saved_at ${text})`,
      `create table subscriptions (
        id ${text} primary key, user_id ${user}, kind ${text} not null, value ${text} not null,
        name ${text} not null, notify ${text} not null, seen_seq bigint not null, mailed_seq bigint not null,
        looked_at ${text} not null, mailed_at ${text}, created_at ${text} not null)`,
      'create index subscriptions_user on subscriptions (user_id)',
      `create table subscription_mails (
        user_id ${user}, paper_id ${text} not null, sent_at ${text} not null, primary key (user_id, paper_id))`,
      `create table datasets (
        id ${text} primary key, kind ${text} not null, name ${text} not null, description ${text} not null,
        subject_code ${text}, owner_id ${user}, project_id ${text}, visibility ${text} not null,
        external_model_allowed integer not null, deleted_at ${text},
        created_at ${text} not null, updated_at ${text} not null)`,
      'create index datasets_owner on datasets (owner_id)',
      "create unique index datasets_private on datasets (owner_id) where kind = 'private'",
      `create table folders (
        id ${text} primary key, dataset_id ${text} not null references datasets (id) on delete cascade,
        parent_id ${text}, name ${text} not null, position integer not null, created_at ${text} not null)`,
      'create index folders_dataset on folders (dataset_id)',
      `create table documents (
        id ${text} primary key, dataset_id ${text} not null references datasets (id) on delete cascade,
        type ${text} not null, paper_id ${text}, file_id ${text}, name ${text} not null, mime ${text},
        size_bytes bigint not null, page_count integer, state ${text} not null,
        progress double precision not null, error ${text}, warnings ${text} not null,
        creator_id ${text} not null, created_at ${text} not null, updated_at ${text} not null,
        unique (dataset_id, paper_id))`,
      'create index documents_paper on documents (paper_id)',
      `create table document_folders (
        document_id ${text} not null references documents (id) on delete cascade,
        folder_id ${text} not null references folders (id) on delete cascade,
        primary key (document_id, folder_id))`,
      'create index document_folders_folder on document_folders (folder_id)',
      `create table tags (
        id ${text} primary key, dataset_id ${text} not null references datasets (id) on delete cascade,
        group_name ${text}, name ${text} not null, colour ${text}, created_at ${text} not null)`,
      `create table document_tags (
        document_id ${text} not null references documents (id) on delete cascade,
        tag_id ${text} not null references tags (id) on delete cascade, primary key (document_id, tag_id))`,
    ]
  },
}
