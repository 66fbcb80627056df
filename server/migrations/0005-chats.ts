import type { Migration } from './migration.ts'

/** Chats, their records and the events of each answer; thumbs; translations that are kept. */
export const chats: Migration = {
  name: '0005-chats',
  statements: ({ text, keyed }) => {
    const user = `${text} not null references users (id) on delete cascade`
    const record = `${text} not null references chat_records (id) on delete cascade`
    return [
      `create table chats (
        id ${text} primary key, user_id ${user}, application_id ${text} not null, title ${text} not null,
        dataset_id ${text}, paper_ids ${text} not null, record_count integer not null, pinned_at ${text},
        deleted_at ${text}, created_at ${text} not null, updated_at ${text} not null)`,
      'create index chats_user on chats (user_id, updated_at)',
      `create table chat_records (
        id ${text} primary key, chat_id ${text} not null references chats (id) on delete cascade,
        user_id ${user}, application_id ${text} not null, parent_id ${text}, question ${text} not null,
        attachments ${text} not null, request ${text} not null, answer ${text} not null,
        reasoning ${text} not null, status ${text} not null, citations ${text} not null,
        engine ${text} not null, model ${text}, notices ${text} not null, usage ${text}, error ${text},
        stream_seq integer not null, other_questions ${text} not null, idempotency_key ${text},
        request_hash ${text}, lease ${text}, lease_until ${text}, cancel_requested integer not null,
        created_at ${text} not null, finished_at ${text})`,
      'create index chat_records_chat on chat_records (chat_id)',
      'create index chat_records_user on chat_records (user_id, created_at)',
      'create index chat_records_finished on chat_records (finished_at)',
      "create unique index chat_records_active on chat_records (chat_id) where status in ('pending', 'streaming')",
      'create unique index chat_records_key on chat_records (user_id, idempotency_key)',
      `create table chat_events (
        record_id ${record}, seq integer not null, event ${text} not null, primary key (record_id, seq)) ${keyed}`,
      `create table chat_approvals (
        record_id ${record}, call_id ${text} not null, approved integer, created_at ${text} not null,
        primary key (record_id, call_id))`,
      `create table thumbs (
        record_id ${text} primary key references chat_records (id) on delete cascade, user_id ${user},
        flag integer not null, reasons ${text} not null, comment ${text}, created_at ${text} not null)`,
      `create table paper_translations (
        paper_id ${text} not null, field ${text} not null, language ${text} not null,
        source_hash ${text} not null, text ${text} not null, model ${text} not null,
        created_at ${text} not null, primary key (paper_id, field, language))`,
    ]
  },
}
