import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { researchReport } from './research-shapes.ts'
import { id, optionalText, time, wholeNumber } from './shapes.ts'

/**
 * How a section is made anew: `again` searches once more and writes from what is found, `other` from evidence that it does
 * not quote yet, `fewer` from half of what it quotes; `instruction` is for a model.
 */
const REVISION_MODES = ['again', 'other', 'fewer', 'instruction'] as const

const MAX_INSTRUCTION_CHARS = 500

const revision = z.object({
  revision_id: id,
  section_id: z.string(),
  /** `hand`: by its person; `back`: an earlier text was taken up again. */
  how: z.enum([...REVISION_MODES, 'hand', 'back']),
  instruction: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** The work behind it; null where there was nothing to wait for. */
  job_id: id.nullable(),
  /** In Chinese: why it failed, or what its reader should know of it. */
  note: z.string().nullable(),
  /** How the section began before; null where it did not change. */
  before: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

const MENU = '/deepResearch'
const reportParams = { report_id: id }
/** As it was read; one that has changed since is refused. */
const version = wholeNumber(1, 1_000_000)

/** Sections of reports that are made anew, and the way back from each change. */
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
