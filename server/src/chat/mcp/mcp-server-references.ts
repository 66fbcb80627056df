import { type api, describeDifference, MAX_LISTED_REFERENCES, type OutputOf } from '@scinav/contract'
import { textWithoutMarkup } from '@scinav/search'
import { z } from 'zod'
import { checkReferences } from '../../citation/check/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { listReferences } from '../../reading/reader/index.ts'
import {
  engineReports,
  outsideEnginesInput,
  reportEngines,
  requireCitations,
  unansweredEngineLines,
} from './mcp-server-engines.ts'

type CheckedReference = OutputOf<typeof api.references.check>['list'][number]

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
  engines: outsideEnginesInput,
})

const comparedReferenceShape = z.object({
  reference: z.string(),
  status: z.enum(['found', 'differs', 'missing', 'unanswered', 'unread']),
  paper_id: z.string().nullable(),
  /** Title of the paper, or of the work found by an external engine. */
  title: z.string().nullable(),
  retracted: z.boolean(),
  differences: z.array(
    z.object({
      field: z.string(),
      given: z.string(),
      found: z.string(),
      /** Why the reference may be right although it differs; null where it is wrong. */
      doubt: z.string().nullable(),
    }),
  ),
  /** Title of a different work to which the identifier of the reference leads. */
  other_title: z.string().nullable(),
  /** A work that only an external engine has. */
  outside: z
    .object({ doi: z.string().nullable(), url: z.string().nullable(), engines: z.array(z.string()) })
    .nullable(),
  /** Engines that were queried and answered. */
  asked: z.array(z.string()),
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

const STATUS_NAMES = {
  found: '已找到',
  differs: '有出入',
  missing: '未找到',
  unanswered: '检索来源未答复',
  unread: '未能核对',
}

/** Compares references with the library. A reference that the library lacks is not reported as non-existent. */
export async function checkReferencesTool(ctx: Context, input: z.output<typeof referencesInput>) {
  await requireCitations(ctx)
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

/** Converts a checked reference to the form returned to MCP clients. */
function toComparedReference(
  reference: string,
  checked: CheckedReference,
): z.output<typeof comparedReferenceShape> {
  const { status, paper, outside, other, outside_other, fields, asked } = checked
  const record = paper ?? outside
  const otherWork = other ?? outside_other
  return {
    reference,
    status,
    paper_id: paper?.id ?? null,
    title: record && textWithoutMarkup(record.title),
    retracted: record?.status === 'retracted',
    differences: fields.map((each) => ({ ...each, doubt: describeDifference(each).doubt })),
    other_title: otherWork && textWithoutMarkup(otherWork.title),
    outside: outside && { doi: outside.doi, url: outside.url, engines: outside.engines },
    asked,
  }
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

/** Returns a reference with its result as one or two lines of text. */
function referenceLine(n: number, each: z.output<typeof comparedReferenceShape>): string {
  const { reference, status, title, retracted, differences, other_title, outside } = each
  const differencesText = differences
    .map(
      ({ field, given, found, doubt }) =>
        `${field}: ${given} → ${found}${doubt === null ? '' : `（${doubt}）`}`,
    )
    .join('; ')
  const details = [
    title,
    outside && `本馆文献中没有，来自 ${outside.engines.join('、')}`,
    differencesText,
    other_title && `标识符指向另一篇文献：${other_title}`,
    retracted ? '已撤稿' : '',
  ]
  const line = details.filter(Boolean).join(' | ')
  return `${n}. 【${STATUS_NAMES[status]}】${reference}${line && `\n   ${line}`}`
}
