import { MAX_LISTED_REFERENCES } from '@scinav/contract'
import { z } from 'zod'
import { checkReferences } from '../../citation/check/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { listReferences } from '../../reading/reader/index.ts'
import { comparedReferenceShape, referenceLine, toComparedReference } from './compared-references.ts'
import {
  engineReports,
  externalEnginesInput,
  reportEngines,
  requireCitationScreen,
  unansweredEngineLines,
} from './mcp-server-engines.ts'

/**
 * Maximum number of references per call; external engines take seconds per reference, so the limit with them is lower.
 */
const MAX_REFERENCES = 50

const MAX_OUTSIDE_REFERENCES = 10
const idShape = z.string().min(1).max(64).optional()

/** Input of the MCP tool `check_references`: entries, a document or a paper. */
export const referencesInput = z.object({
  references: z
    .array(z.string().trim().min(1).max(1_500))
    .min(1)
    .max(MAX_LISTED_REFERENCES)
    .optional()
    .describe(
      '参考文献条目，每项一条；或改为指定一份文档或一篇文献 / Entries of a list of references, one each; or name a document or a paper instead',
    ),
  document_id: idShape.describe('核对这份文档文末的参考文献 / A document whose own list is compared'),
  paper_id: idShape.describe('核对这篇文献全文末尾的参考文献 / A paper whose full text lists them'),
  from: z
    .number()
    .int()
    .min(0)
    .max(MAX_LISTED_REFERENCES)
    .default(0)
    .describe('从第几条起，从 0 数；用上次的 next 接着核对 / First entry, from 0; go on with `next`'),
  engines: externalEnginesInput,
})

/** Output of `check_references`. */
export const referencesOutput = z.object({
  /** Title of the document that contains the list; null for references given in the call. */
  title: z.string().nullable(),
  /** Number of papers in the searched library. */
  papers: z.number(),
  /** Number of references in the list; `left_out` counts those beyond the limit of a list. */
  total: z.number(),
  left_out: z.number(),
  /** Remark on the list, or the reason why there is none; null for no remark. */
  note: z.string().nullable(),
  engines: engineReports,
  references: z.array(comparedReferenceShape),
  /** Index at which to continue; null at the end. */
  next: z.number().nullable(),
})

/** Compares references with the library. A reference that the library lacks is not reported as non-existent. */
export async function checkReferencesTool(ctx: Context, input: z.output<typeof referencesInput>) {
  await requireCitationScreen(ctx)
  const { from, engines } = input
  const { title, entries, left_out, note } = await loadEntries(ctx, input)
  const batch = entries.slice(from, from + (engines.length > 0 ? MAX_OUTSIDE_REFERENCES : MAX_REFERENCES))
  const { list, papers, engines: states } = await checkReferences(ctx, { entries: batch, engines })
  const references = list.map((checked, at) => toComparedReference(batch[at] ?? '', checked))
  const end = from + batch.length
  const next = end < entries.length ? end : null
  const data = { title, papers, total: entries.length, left_out, note, engines: reportEngines(states), next }
  const lines = references.map((each, at) => referenceLine(from + at + 1, each))
  return { text: [resultHeading(data), ...lines].join('\n'), data: { ...data, references } }
}

/** The entries of a list of references, as in `referencesOutput`. */
interface ReferenceEntries {
  title: string | null
  entries: string[]
  left_out: number
  note: string | null
}

/**
 * Returns the entries given, or those of a document or paper.
 *
 * @throws AppError `input.invalid` unless exactly one of the three is given.
 */
async function loadEntries(ctx: Context, input: z.output<typeof referencesInput>): Promise<ReferenceEntries> {
  const { references, document_id, paper_id } = input
  if ([references, document_id, paper_id].filter((each) => each !== undefined).length !== 1)
    throw invalidInput('references', '请给出条目、一份文档或一篇文献，三者选一')
  if (references) return { title: null, entries: references, left_out: 0, note: null }
  const { title, list, left_out, note } = await listReferences(ctx, { document_id, paper_id })
  return { title, entries: list.map(({ text }) => text), left_out, note }
}

/** Returns the lines above the references: what they are of, how many, and which engines did not answer. */
function resultHeading({
  title,
  papers,
  total,
  left_out,
  note,
  engines,
  next,
}: Omit<z.output<typeof referencesOutput>, 'references'>): string {
  const parts = [
    `${title === null ? '' : `《${title}》文末有 ${total} 条，`}在本馆文献 ${papers} 篇中核对：`,
    note,
    left_out > 0 ? `清单另有 ${left_out} 条，超出一次核对的上限` : null,
    next === null ? null : `还有 ${total - next} 条没有核对，用 from ${next} 接着核对`,
    ...unansweredEngineLines(engines),
  ]
  return parts.filter((part) => part !== null).join('\n')
}
