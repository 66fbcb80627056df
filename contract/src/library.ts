import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { job } from './jobs.ts'
import { paper } from './paper.ts'
import {
  emptyAsAbsent,
  flag,
  id,
  listOf,
  noInput,
  noOutput,
  optionalText,
  pagedInput,
  pageOf,
  time,
  wholeNumber,
} from './shapes.ts'

/**
 * File extensions of bibliographic formats. Of a folder only files with these are imported; a file that the user
 * chooses is imported whatever its name.
 */
export const importExtensions: readonly string[] =
  'bib bibtex biblatex ris enw xml txt net eln ciw nbib rdf cgi json jsonl ndjson csv tsv xlsx'.split(' ')

/** Returns the extension of a file name in lower case: `bib` for `refs.BIB` and `refs.bib.gz`; empty without one. */
export const importExtension = (name: string): string =>
  /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Largest part of an upload, in bytes. */
const PART_BYTES = 8 * 1024 * 1024

/** A file that is uploaded in parts. */
const upload = z.object({
  id,
  name: z.string(),
  size: z.number().int(),
  /** Bytes received so far, which is where the next part starts. */
  offset: z.number().int(),
  done: z.boolean(),
})

/** The state of an imported file. */
const importRun = z.object({
  id,
  file_name: z.string(),
  /** The Chinese name of the format; null where none was recognized. */
  format: z.string().nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  size_bytes: z.number().int(),
  read_bytes: z.number().int(),
  /**
   * Records read so far. Each was added as a new paper, merged into a paper of the library, already there unchanged, or
   * broken, so that it could not be read.
   */
  records: z.number().int(),
  added: z.number().int(),
  merged: z.number().int(),
  unchanged: z.number().int(),
  broken: z.number().int(),
  /** Records that were read, but not completely as written. */
  warnings: z.number().int(),
  error: z.string().nullable(),
  job_id: id.nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

/** A record that was not read, or not as written: its line in the file, the reason in Chinese, and how it begins. */
const brokenRecord = z.object({ line: z.number().int(), reason: z.string(), excerpt: z.string() })

/** A record that was taken for the same work as a paper of the library. */
const merge = z.object({
  id,
  paper: paper.nullable(),
  /** The title of the record that was merged into the paper. */
  title: z.string(),
  /** The rule by which the two records count as equal: `doi`, `title`, … */
  rule: z.string(),
  source: z.string(),
  created_at: time,
})

/** Rank lists that an operator can import. */
export const rankLists = [
  'CAS',
  'XR',
  'JCR',
  'SCI',
  'SSCI',
  'A&HCI',
  'EI',
  '北大核心',
  'CSSCI',
  'CSCD',
  '科技核心',
  'AMI',
  'CCF',
  '预警',
] as const

/** An imported rank list of one year: how many rows it has, and how many of them are journals of the library. */
const rankTable = z.object({
  list: z.string(),
  year: z.number().int(),
  rows: z.number().int(),
  matched: z.number().int(),
  created_at: time,
})

/** The daily query to Crossref for notices about the works that people hold, cite or annotated. */
const noticeWatch = z.object({
  is_on: z.boolean(),
  /** Whether outside engines may be used at all. */
  has_network: z.boolean(),
  /** Numbers of works: those that people use, and those about which Crossref answered within the last day. */
  works: z.number().int(),
  asked: z.number().int(),
  /** When the last run ended. */
  ended_at: time.nullable(),
  /** Why it ended early; null where it did not. */
  fault: z.string().nullable(),
})

/** The notices about works that were imported or found. */
const noticeTable = z.object({
  /** Numbers of notices by kind, several of which may be about one work. */
  retracted: z.number().int(),
  concern: z.number().int(),
  corrected: z.number().int(),
  reinstated: z.number().int(),
  /** The date of the newest notice, `YYYY-MM-DD`. */
  newest: z.string().nullable(),
  /** When a table of notices was last imported to its end. */
  imported_at: time.nullable(),
  watch: noticeWatch,
})

/** Calls that upload a file in parts. For the flags of a call see `Endpoint`. */
export const uploadApi = {
  begin: {
    method: 'POST',
    path: '/api/upload',
    access: 'user',
    token_scope: 'manuscript_check',
    summary: 'Announces a file that will come in parts; how large it may be is a setting (413, 429, 507)',
    input: z.object({
      name: z.string().trim().min(1).max(255),
      size: z.number().int().min(1, '文件是空的'),
      sha256: emptyAsAbsent(
        z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      ),
      /** `archive`: an exported knowledge base, which may be larger than a single file. */
      purpose: z.enum(['file', 'archive']).default('file'),
    }),
    output: upload,
    extra: true,
  },
  part: {
    method: 'PUT',
    path: '/api/upload/{id}',
    access: 'user',
    token_scope: 'manuscript_check',
    summary: 'One part of at most 8 MiB, beginning at `offset`',
    input: z.object({ id, offset: wholeNumber(0, Number.MAX_SAFE_INTEGER) }),
    output: upload,
    upload: true,
    body_limit: PART_BYTES,
    extra: true,
  },
  state: {
    method: 'GET',
    path: '/api/upload/{id}',
    access: 'user',
    token_scope: 'manuscript_check',
    summary: 'How much of a file has arrived',
    input: z.object({ id }),
    output: upload,
    extra: true,
  },
} satisfies Endpoints

/**
 * Calls of operators about imports, merged records, the search index and rank lists. For the flags of a call see
 * `Endpoint`.
 */
export const libraryApi = {
  startImport: {
    method: 'POST',
    path: '/api/admin/import',
    access: 'operator',
    summary: 'Imports uploaded files into the library',
    input: z.object({
      upload_ids: listOf(id, 50).refine((ids) => ids.length > 0, '请先上传文件'),
      /** The columns of a CSV file and the field each one holds, where the headers are not recognized. */
      mapping: z.record(z.string(), z.string()).default({}),
    }),
    output: z.array(importRun),
    extra: true,
  },
  imports: {
    method: 'GET',
    path: '/api/admin/import',
    access: 'operator',
    summary: 'Imports, newest first',
    input: pagedInput({}),
    output: pageOf(importRun).extend({ paper_count: z.number().int(), indexed_count: z.number().int() }),
    extra: true,
  },
  brokenRecords: {
    method: 'GET',
    path: '/api/admin/import/{import_id}/broken',
    access: 'operator',
    summary: 'Records of an import that could not be read, or were read with warnings, with their lines',
    input: pagedInput({ import_id: id, kind: z.enum(['broken', 'warning']).default('broken') }),
    output: pageOf(brokenRecord),
    extra: true,
  },
  merges: {
    method: 'GET',
    path: '/api/admin/merges',
    access: 'operator',
    summary: 'Records that were taken for the same work, newest first',
    input: pagedInput({ keyword: optionalText(200) }),
    output: pageOf(merge),
    extra: true,
  },
  undoMerge: {
    method: 'POST',
    path: '/api/admin/merges',
    access: 'operator',
    summary: 'Makes a merged record a paper of its own again',
    input: z.object({ merge_id: id }),
    output: paper,
    extra: true,
  },
  rebuildIndex: {
    method: 'POST',
    path: '/api/admin/reindex',
    access: 'operator',
    summary: 'Builds the search index again from the database',
    input: noInput,
    output: job,
    extra: true,
  },
  retractions: {
    method: 'GET',
    path: '/api/admin/retractions',
    access: 'operator',
    summary: 'The imported notices that retract, question, correct or reinstate works',
    input: noInput,
    output: noticeTable,
    extra: true,
  },
  watchRetractions: {
    method: 'PUT',
    path: '/api/admin/retractions/watch',
    access: 'operator',
    summary: 'Switches the daily query to Crossref for notices on or off; switched on, it begins at once',
    input: z.object({ is_on: flag }),
    output: noticeWatch,
    extra: true,
  },
  importRanks: {
    method: 'POST',
    path: '/api/admin/ranks',
    access: 'operator',
    summary: 'Imports one rank list of one year from CSV text',
    input: z.object({
      list: z.enum(rankLists),
      year: z.number().int().min(1980).max(2100),
      csv: z
        .string()
        .min(1, '文件是空的')
        .max(8 * 1024 * 1024),
    }),
    output: rankTable.extend({ faults: z.array(brokenRecord) }),
    body_limit: 16 * 1024 * 1024,
    extra: true,
  },
  ranks: {
    method: 'GET',
    path: '/api/admin/ranks',
    access: 'operator',
    summary: 'Rank lists that were imported',
    input: noInput,
    output: z.array(rankTable),
    extra: true,
  },
  removeRanks: {
    method: 'DELETE',
    path: '/api/admin/ranks',
    access: 'operator',
    summary: 'Removes one rank list of one year',
    input: z.object({ list: z.string().max(32), year: z.number().int() }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
