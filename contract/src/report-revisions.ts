import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { researchReport } from './research-shapes.ts'
import { id, optionalText, time, wholeNumber } from './shapes.ts'

/**
 * How a section is rewritten: `again` repeats the search and writes from the results, `other` writes from evidence that
 * the section does not quote yet, `fewer` from half of what it quotes, and `instruction` lets a model follow an
 * instruction.
 */
const REVISION_MODES = ['again', 'other', 'fewer', 'instruction'] as const

/** Longest instruction for a rewrite, in characters. */
const MAX_INSTRUCTION_CHARS = 500

/** A change of a section of a report. */
const revision = z.object({
  revision_id: id,
  section_id: z.string(),
  /** `hand`: edited by the user; `back`: an earlier text was restored. */
  how: z.enum([...REVISION_MODES, 'hand', 'back']),
  instruction: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** The job that rewrites the section; null where the change was immediate. */
  job_id: id.nullable(),
  /** In Chinese: why the revision failed, or a remark for the reader. */
  note: z.string().nullable(),
  /** The beginning of the section before the change; null where it did not change. */
  before: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

/** The screen that makes these calls; see `Endpoint.menu`. */
const MENU = '/deepResearch'
const reportParams = { report_id: id }
/** The version that was read; a change of a report that has been edited since is refused. */
const version = wholeNumber(1, 1_000_000)

/** Calls that rewrite sections of a report and undo such changes. For the flags of a call see `Endpoint`. */
export const reportRevisionsApi = {
  revise: {
    method: 'POST',
    path: '/api/deep_research/report/{report_id}/revision',
    access: 'user',
    menu: MENU,
    summary: 'Has a section made anew in the background; what it was can be brought back',
    input: z
      .object({
        ...reportParams,
        version,
        section_id: z.string().max(64),
        how: z.enum(REVISION_MODES),
        instruction: optionalText(MAX_INSTRUCTION_CHARS),
      })
      .superRefine(({ how, instruction }, ctx) => {
        if (how === 'instruction' && instruction === undefined)
          ctx.addIssue({ code: 'custom', path: ['instruction'], message: '请写明怎样改' })
      }),
    output: revision,
    creates: true,
    extra: true,
  },
  revisions: {
    method: 'GET',
    path: '/api/deep_research/report/{report_id}/revisions',
    access: 'user',
    menu: MENU,
    summary: 'What was changed in a report, newest first',
    input: z.object(reportParams),
    output: z.array(revision),
    extra: true,
  },
  takeBack: {
    method: 'PUT',
    path: '/api/deep_research/report/{report_id}/revision/{revision_id}/back',
    access: 'user',
    menu: MENU,
    summary: 'Brings a section back as it was before a change, with its citations',
    input: z.object({ ...reportParams, revision_id: id, version }),
    output: researchReport,
    extra: true,
  },
} satisfies Endpoints
