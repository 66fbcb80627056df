import type { Migration } from './migration.ts'

/** Papers, how they were found equal, journals and ranks, imports and uploads. */
export const library: Migration = {
  name: '0002-library',
  statements: ({ text, keyed }) => [
    `create table papers (
      id ${text} primary key, seq bigint not null unique, change bigint not null,
      resource_type integer not null, title ${text} not null, year integer, doi ${text},
      journal_id ${text}, work_id ${text}, citation_count integer not null, cited_by_count integer not null,
      is_starter integer not null, record ${text} not null,
      created_at ${text} not null, updated_at ${text} not null, deleted_at ${text})`,
    'create index papers_change on papers (change)',
    'create index papers_journal on papers (journal_id)',
    'create index papers_work on papers (work_id) where work_id is not null',
    `create table paper_keys (
      key ${text} not null, paper_id ${text} not null, primary key (key, paper_id)) ${keyed}`,
    `create table paper_references (
      paper_id ${text} not null, key ${text} not null, primary key (paper_id, key)) ${keyed}`,
    'create index paper_references_key on paper_references (key)',
    `create table paper_merges (
      id ${text} primary key, paper_id ${text} not null, rule ${text} not null, source ${text} not null,
      title ${text} not null, record ${text} not null, before ${text} not null, created_at ${text} not null)`,
    'create index paper_merges_paper on paper_merges (paper_id)',
    `create table journals (
      id ${text} primary key, title_key ${text} not null unique, title ${text} not null, title_zh ${text},
      letter ${text} not null, issn ${text}, eissn ${text}, publisher ${text}, country ${text}, homepage ${text},
      subject_codes ${text} not null, clc_codes ${text} not null, esi_subject ${text},
      paper_count integer not null, citation_sum bigint not null, year_counts ${text} not null,
      created_at ${text} not null)`,
    'create index journals_issn on journals (issn)',
    'create index journals_size on journals (paper_count)',
    `create table journal_ranks (
      list ${text} not null, year integer not null, title_key ${text} not null, issn ${text},
      journal_id ${text}, title ${text} not null, category ${text} not null, value ${text} not null,
      top integer not null, created_at ${text} not null, primary key (list, year, title_key, category))`,
    'create index journal_ranks_journal on journal_ranks (journal_id)',
    `create table imports (
      id ${text} primary key, owner_id ${text}, file_name ${text} not null, path ${text} not null,
      format ${text}, mapping ${text} not null, state ${text} not null, size_bytes bigint not null,
      read_bytes bigint not null, resume_offset bigint not null, resume_line bigint not null,
      records bigint not null, added bigint not null, merged bigint not null, unchanged bigint not null,
      broken bigint not null, error ${text}, job_id ${text},
      created_at ${text} not null, finished_at ${text})`,
    `create table import_faults (
      import_id ${text} not null references imports (id) on delete cascade, line bigint not null,
      reason ${text} not null, excerpt ${text} not null, primary key (import_id, line))`,
    `create table uploads (
      id ${text} primary key, user_id ${text} not null references users (id) on delete cascade,
      name ${text} not null, size bigint not null, received bigint not null, sha256 ${text},
      created_at ${text} not null)`,
  ],
}
