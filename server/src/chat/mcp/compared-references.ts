import { type api, describeDifference, type OutputOf } from '@scinav/contract'
import { textWithoutMarkup } from '@scinav/search'
import { z } from 'zod'

type CheckedReference = OutputOf<typeof api.references.check>['list'][number]

/** A reference with the outcome of its comparison. */
export const comparedReferenceShape = z.object({
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

/** Converts a checked reference to the form returned to MCP clients. */
export function toComparedReference(
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

/** The outcomes as the text names them. */
const STATUS_NAMES = {
  found: '已找到',
  differs: '有出入',
  missing: '未找到',
  unanswered: '检索来源未答复',
  unread: '未能核对',
}

/** Returns a reference with its result as one or two lines of text. */
export function referenceLine(n: number, each: z.output<typeof comparedReferenceShape>): string {
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
