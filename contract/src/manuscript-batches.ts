import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { manuscriptCheckOptions } from './manuscript-checks.ts'
import {
  emptyAsAbsent,
  flag,
  id,
  noInput,
  noOutput,
  optionalText,
  pagedInput,
  pageOf,
  time,
} from './shapes.ts'

/** The screen that makes these calls; see `Endpoint.menu`. */
const MENU = '/aiCitation'
/** The scope of access tokens with which programs make these calls; see `Endpoint.token_scope`. */
const TOKEN_SCOPE = 'manuscript_check'
const batchParams = { batch_id: id }

/** Limits of a batch. */
export const MANUSCRIPT_BATCH_LIMITS = {
  /** Theses of one batch, and files of its upload. */
  theses: 200,
  /** Batches that one account keeps. */
  batches: 100,
} as const

/** The states of a batch: `unpacking` while its theses are being taken out of what was uploaded. */
const manuscriptBatchStates = ['unpacking', 'running', 'completed', 'cancelled', 'failed'] as const

/** The states of a thesis of a batch. */
export const batchThesisStates = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const

/** The columns by which the table of a batch can be ordered; `position` is the order of the upload. */
export const batchThesisOrders = [
  'position',
  'title',
  'department',
  'state',
  'entries',
  'unverified',
  'fault',
  'check',
  'info',
] as const

/** The formats of an exported batch: the table, or a zip of the reports and of the annotated Word files. */
export const manuscriptBatchFormats = ['xlsx', 'reports'] as const

/** A number of theses, entries or findings. */
const count = z.number().int().min(0)

/** Findings by severity, entries, and the entries that no source was found to have. */
const figures = { fault: count, check: count, info: count, entries: count, unverified: count }

/** A batch as a row of the list of batches. */
const batchSummary = z.object({
  batch_id: id,
  name: z.string(),
  style: z.string(),
  state: z.enum(manuscriptBatchStates),
  /** Why it failed or lacks theses, in Chinese; null where nothing went wrong. */
  error: z.string().nullable(),
  /** Theses by state. */
  theses: z.object({ queued: count, running: count, completed: count, cancelled: count, failed: count }),
  /** Files of the upload that are no manuscripts. */
  skipped: count,
  /** Whether sentences and passages may go to a model outside. */
  outside_model: z.boolean(),
  created_at: time,
  finished_at: time.nullable(),
  /** When its manuscripts and their findings are deleted; null where the operator keeps them, or once they are gone. */
  expires_at: time.nullable(),
  /** When they were deleted; the figures stay. */
  purged_at: time.nullable(),
})

/** A thesis as a row of the table of its batch. */
const batchThesis = z.object({
  thesis_id: id,
  department: z.string(),
  /** From the name of the file, or from the manuscript where the name has none. */
  title: z.string(),
  /** Empty where the name of the file has none. */
  author: z.string(),
  file_name: z.string(),
  state: z.enum(batchThesisStates),
  /** Why it was not checked, in Chinese. */
  error: z.string().nullable(),
  ...figures,
  /** Its check; null before it has begun, and once it was deleted. */
  check_id: id.nullable(),
})

/**
 * Calls that check many theses at once, for accounts with the role 核对员. Who has lost it still sees, stops and deletes
 * their own batches, but opens none of their manuscripts and results. For the flags of a call see `Endpoint`.
 */
export const manuscriptBatchesApi = {
  begin: {
    method: 'POST',
    path: '/api/manuscript_batch/run',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    expensive: true,
    menu: MENU,
    summary:
      'Begins to check uploaded theses: files, or zip archives of them whose folders are the departments',
    input: z.object({
      /** The name of the first file when absent. */
      name: optionalText(100),
      files: z
        .array(
          z.object({
            upload_id: id,
            /** Where the file lay in the folder that was chosen, such as `计算机学院/张三.docx`. */
            path: optionalText(1_000),
          }),
        )
        .min(1)
        .max(MANUSCRIPT_BATCH_LIMITS.theses),
      ...manuscriptCheckOptions,
    }),
    output: z.object(batchParams),
    creates: true,
    extra: true,
  },
  batches: {
    method: 'GET',
    path: '/api/manuscript_batch/runs/{page_num}/{page_size}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'My batches, newest first',
    input: pagedInput({}),
    output: pageOf(batchSummary),
    extra: true,
  },
  retention: {
    method: 'GET',
    path: '/api/manuscript_batch/retention',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'After how many days the manuscripts of a batch are deleted; 0 where they are kept',
    input: noInput,
    output: z.object({ days: count }),
    extra: true,
  },
  batch: {
    method: 'GET',
    path: '/api/manuscript_batch/run/{batch_id}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Where a batch stands, with the figures of its departments',
    input: z.object(batchParams),
    output: batchSummary.extend({
      /** By name. */
      departments: z.array(
        z.object({ department: z.string(), theses: count, completed: count, failed: count, ...figures }),
      ),
    }),
    extra: true,
  },
  theses: {
    method: 'GET',
    path: '/api/manuscript_batch/run/{batch_id}/theses/{page_num}/{page_size}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'The theses of a batch with their figures',
    input: pagedInput({
      ...batchParams,
      department: optionalText(200),
      state: emptyAsAbsent(z.enum(batchThesisStates).optional()),
      order: z.enum(batchThesisOrders).default('position'),
      descending: flag.default(false),
    }),
    output: pageOf(batchThesis),
    extra: true,
  },
  cancel: {
    method: 'POST',
    path: '/api/manuscript_batch/run/{batch_id}/cancel',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Stops a batch; the results so far stay',
    input: z.object(batchParams),
    output: noOutput,
    extra: true,
  },
  retry: {
    method: 'POST',
    path: '/api/manuscript_batch/run/{batch_id}/retry',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Checks the theses again that were cancelled or not completed; answers how many',
    input: z.object(batchParams),
    output: z.object({ theses: count }),
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/manuscript_batch/run/{batch_id}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Deletes a batch with its manuscripts and results, and stops it where it goes on',
    input: z.object(batchParams),
    output: noOutput,
    extra: true,
  },
  export: {
    method: 'GET',
    path: '/api/manuscript_batch/run/{batch_id}/export',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    expensive: true,
    menu: MENU,
    summary: 'The table of a batch, or a zip of its reports, as a whole or of one department',
    input: z.object({
      ...batchParams,
      format: z.enum(manuscriptBatchFormats).default('xlsx'),
      department: optionalText(200),
    }),
    output: z.null(),
    reply: 'file',
    extra: true,
  },
} satisfies Endpoints
