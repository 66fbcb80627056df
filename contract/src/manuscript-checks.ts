import { z } from 'zod'
import { nationalOptions } from './citation.ts'
import type { Endpoints } from './endpoint.ts'
import { manuscriptCheckEvent } from './manuscript-check-events.ts'
import {
  checkedManuscript,
  findingDecision,
  MANUSCRIPT_CHECK_LIMITS,
  manuscriptCheckState,
  manuscriptCheckStates,
  manuscriptScope,
} from './manuscript-check-shapes.ts'
import { flag, id, noOutput, optionalText, optionalWholeNumber, pagedInput, pageOf, time } from './shapes.ts'

/** The screen that makes these calls; see `Endpoint.menu`. */
const MENU = '/aiCitation'
/** The scope of access tokens with which programs make these calls; see `Endpoint.token_scope`. */
const TOKEN_SCOPE = 'manuscript_check'
const checkParams = { check_id: id }

/**
 * The formats of an exported check: the manuscript with comments and tracked changes (only of a Word file), the report
 * as a Word file, a table of findings, and everything for programs.
 */
export const manuscriptExportFormats = ['docx', 'report', 'xlsx', 'json'] as const

/** A check as a row of the list of checks. */
const checkSummary = z.object({
  check_id: id,
  file_name: z.string(),
  style: z.string(),
  state: z.enum(manuscriptCheckStates),
  /** Findings by severity; 0 until the check has ended. */
  counts: z.object({ fault: z.number().int(), check: z.number().int(), info: z.number().int() }),
  created_at: time,
  finished_at: time.nullable(),
  /** When the manuscript and its check are deleted; null where the operator keeps them. */
  expires_at: time.nullable(),
})

/** What a check compares with, and what it may send. */
export const manuscriptCheckOptions = {
  /** The id of a style, also an installed one; the current numeric edition of GB/T 7714 when absent or empty. */
  style: optionalText(64).transform((style) => style ?? 'gb-2025-numeric'),
  /** How the styles of GB/T 7714 are printed; other styles ignore it. */
  national: nationalOptions.optional(),
  scope: manuscriptScope.prefault({}),
  /** Whether sentences and passages may go to a model outside for this check. */
  outside_model: flag.default(false),
}

/**
 * Calls that check a manuscript: its list of references, its citations, and what its sentences cite. For the flags of
 * a call see `Endpoint`.
 */
export const manuscriptChecksApi = {
  begin: {
    method: 'POST',
    path: '/api/manuscript_check/run',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    expensive: true,
    menu: MENU,
    summary: 'Begins to check an uploaded manuscript (docx, pdf, md, tex, or a zip of tex and bib files)',
    input: z.object({ upload_id: id, ...manuscriptCheckOptions }),
    output: z.object(checkParams),
    creates: true,
    extra: true,
  },
  run: {
    method: 'GET',
    path: '/api/manuscript_check/run/{check_id}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Where a check stands, with its findings; its events go on after `last_seq`',
    input: z.object(checkParams),
    output: checkSummary.extend({
      snapshot: manuscriptCheckState,
      last_seq: z.number().int(),
      decisions: z.array(findingDecision),
      /** The ids of findings about works of which a notice appeared after the check had ended. */
      later_findings: z.array(z.string()),
      /** The batch of which it is a part; null for a single check. */
      batch_id: id.nullable(),
    }),
    extra: true,
  },
  manuscript: {
    method: 'GET',
    path: '/api/manuscript_check/run/{check_id}/manuscript',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'The text of a manuscript with its entries and citations; empty until it has been read',
    input: z.object(checkParams),
    output: checkedManuscript,
    extra: true,
  },
  events: {
    method: 'GET',
    path: '/api/manuscript_check/run/{check_id}/events',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'The events of a check after `Last-Event-ID` or `after`; after its end the last one',
    input: z.object({ ...checkParams, after: optionalWholeNumber(0, 1_000_000) }),
    output: manuscriptCheckEvent,
    reply: 'stream',
    extra: true,
  },
  cancel: {
    method: 'POST',
    path: '/api/manuscript_check/run/{check_id}/cancel',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Stops a check; its findings so far stay',
    input: z.object(checkParams),
    output: noOutput,
    extra: true,
  },
  repeat: {
    method: 'POST',
    path: '/api/manuscript_check/run/{check_id}/repeat',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    expensive: true,
    menu: MENU,
    summary: 'Begins another check of the same file, with another style or scope',
    input: z.object({ ...checkParams, ...manuscriptCheckOptions }),
    output: z.object(checkParams),
    creates: true,
    extra: true,
  },
  checks: {
    method: 'GET',
    path: '/api/manuscript_check/runs/{page_num}/{page_size}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'My checks, newest first',
    input: pagedInput({}),
    output: pageOf(checkSummary),
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/manuscript_check/run/{check_id}',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary: 'Deletes a check with its manuscript, and stops it where it goes on',
    input: z.object(checkParams),
    output: noOutput,
    extra: true,
  },
  decide: {
    method: 'PUT',
    path: '/api/manuscript_check/run/{check_id}/decisions',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    menu: MENU,
    summary:
      'Notes which corrections are to be applied; the exported Word file holds them as tracked changes',
    input: z.object({
      ...checkParams,
      decisions: z.array(findingDecision).min(1).max(MANUSCRIPT_CHECK_LIMITS.findings),
    }),
    output: z.array(findingDecision),
    body_limit: 4 * 1024 * 1024,
    extra: true,
  },
  list: {
    method: 'GET',
    path: '/api/manuscript_check/run/{check_id}/list',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    expensive: true,
    menu: MENU,
    summary: 'The whole list of references as the chosen style prints it from the records that were found',
    /** Style and options are those of the check when absent. */
    input: z.object({ ...checkParams, style: optionalText(64), national: nationalOptions.optional() }),
    output: z.object({
      style: z.string(),
      /** In the order of the manuscript; `printed` is null where no source has the work. */
      entries: z.array(
        z.object({
          entry: z.number().int(),
          text: z.string(),
          printed: z.string().nullable(),
          source: z.string().nullable(),
        }),
      ),
    }),
    extra: true,
  },
  export: {
    method: 'GET',
    path: '/api/manuscript_check/run/{check_id}/export',
    access: 'user',
    token_scope: TOKEN_SCOPE,
    expensive: true,
    menu: MENU,
    summary: 'The result of a check as a file',
    input: z.object({ ...checkParams, format: z.enum(manuscriptExportFormats).default('json') }),
    output: z.null(),
    reply: 'file',
    extra: true,
  },
} satisfies Endpoints
