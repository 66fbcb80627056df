import { z } from 'zod'
import { isEmpty } from './empty.ts'

/** An object's id: opaque, sorts by creation time. */
export const id = z.string().min(1).max(64)

/** A moment, ISO 8601 in UTC. */
export const time = z.iso.datetime()

/** `true`, `false`, or one of the strings a query can carry: true, false, 1, 0. */
export const flag = z.preprocess((value) => {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return value
}, z.boolean())

/** Whole numbers of a schema, or their digits as a query carries them; nothing else that `Number()` makes one of. */
export const fromDigits = <Out extends number>(schema: z.ZodType<Out, number>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    schema,
    // What `preprocess` takes is unknown to it; callers pass what the schema takes.
  ) as unknown as z.ZodType<Out, number>

/** A whole number of a range, however a query spells it. */
export const wholeNumber = (least: number, most: number) => fromDigits(z.number().int().min(least).max(most))

/** The same where it may be left out; every empty value counts as left out. */
export const optionalWholeNumber = (least: number, most: number) =>
  z.preprocess(
    (value) => (isEmpty(value) ? undefined : value),
    wholeNumber(least, most).optional(),
    // As above; a field of this shape may be missing.
  ) as unknown as z.ZodOptional<z.ZodType<number, number>>

/** No database stores this sign in a text. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** Text that may be left out; every empty value counts as left out. */
export const optionalText = (max: number) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), z.string().trim().max(max).optional())

/**
 * A list, however a query spells it: repeated key, `key[]`, comma list or a single value.
 * Empty elements are dropped.
 */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .preprocess((value) => {
      if (isEmpty(value)) return []
      const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value]
      return list.filter((element) => !isEmpty(element))
    }, z.array(item).max(max))
    .prefault([])

const MAX_ROW_NUMBER = 10_000

const pageNumber = wholeNumber(1, MAX_ROW_NUMBER)
const pageSize = wholeNumber(1, 100)

/** Page numbers from 1 and sizes of 1–100, under the names that the specification has for them. */
const paging = { page_num: pageNumber.default(1), page_size: pageSize.default(20) }
const pagingOfDatasets = { current_page: pageNumber, page_size: pageSize }
const pagingOfChats = { page: pageNumber, rows: pageSize }

/** Refuses what lies behind the last row that a list shows. */
const limitDepth =
  (page: string, size: string) =>
  (input: object, ctx: z.RefinementCtx): void => {
    const { [page]: number, [size]: rows } = input as Record<string, unknown>
    if (Number(number) * Number(rows) > MAX_ROW_NUMBER)
      ctx.addIssue({ code: 'custom', path: [page], message: '请缩小范围或导出全部' })
  }

/** Input of a paged list: paging, the call's own fields, and the depth limit. */
export const pagedInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...paging, ...shape }).superRefine(limitDepth('page_num', 'page_size'))

/** The same where `{current_page}/{page_size}` stand in the path. */
export const pagedDatasetInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...pagingOfDatasets, ...shape }).superRefine(limitDepth('current_page', 'page_size'))

/** The same where `{page}/{rows}` stand in the path. */
export const pagedChatInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...pagingOfChats, ...shape }).superRefine(limitDepth('page', 'rows'))

/** One page of a list with the size of the whole. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    total: z.number().int().min(0),
    page_num: z.number().int(),
    page_size: z.number().int(),
  })

/** A call that takes nothing. */
export const noInput = z.object({})

/** A call whose success says everything. */
export const noOutput = z.null()
