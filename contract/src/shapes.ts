import { z } from 'zod'
import { isEmpty } from './empty.ts'

/** The id of an object: opaque, sorts by creation time. */
export const id = z.string().min(1).max(64)

/** A point in time, ISO 8601 in UTC. */
export const time = z.iso.datetime()

/** Returns a schema that treats an empty string, null, 0 and false as an absent value of `schema`. */
export const emptyAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema)

/** A boolean, or one of the strings that a query can carry: true, false, 1, 0. */
export const flag = z.preprocess((value) => {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return value
}, z.boolean())

/**
 * Returns a schema that accepts the whole numbers of `schema`, also as decimal digits (up to 15) as a query carries
 * them. Other strings that `Number()` would convert are refused.
 */
export const fromDigits = <Out extends number>(schema: z.ZodType<Out, number>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    schema,
    // `preprocess` types its input as unknown; callers pass what the schema accepts.
  ) as unknown as z.ZodType<Out, number>

/** Returns the schema of a whole number from `min` to `max`, given as a number or as digits. */
export const wholeNumber = (min: number, max: number) => fromDigits(z.number().int().min(min).max(max))

/**
 * Returns the schema of a whole number from `min` to `max` that may be absent; every empty value counts as absent.
 */
export const optionalWholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (isEmpty(value) ? undefined : value),
    wholeNumber(min, max).optional(),
    // As above; the cast also tells the type checker that the field may be absent.
  ) as unknown as z.ZodOptional<z.ZodType<number, number>>

/**
 * Returns the schema of a trimmed text of at most `max` characters that may be absent; every empty value counts as
 * absent.
 */
export const optionalText = (max: number) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), z.string().trim().max(max).optional())

/**
 * Returns the schema of a list of at most `max` items in any spelling of a query: a repeated key, `key[]`, a
 * comma-separated string or a single value. Empty elements are dropped; an absent list is empty.
 */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .preprocess((value) => {
      if (isEmpty(value)) return []
      const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value]
      return list.filter((element) => !isEmpty(element))
    }, z.array(item).max(max))
    .prefault([])

/** The last row that a paged list shows. */
const MAX_ROW_NUMBER = 10_000

const pageNumber = wholeNumber(1, MAX_ROW_NUMBER)
const pageSize = wholeNumber(1, 100)

/** Page numbers from 1 and page sizes from 1 to 100, under the different names that the specification gives them. */
const paging = { page_num: pageNumber.default(1), page_size: pageSize.default(20) }
const pagingOfDatasets = { current_page: pageNumber, page_size: pageSize }
const pagingOfChats = { page: pageNumber, rows: pageSize }

/** Returns a refinement that refuses a page beyond row `MAX_ROW_NUMBER`; `page` and `size` name the input fields. */
const limitDepth =
  (page: string, size: string) =>
  (input: object, ctx: z.RefinementCtx): void => {
    const { [page]: number, [size]: rows } = input as Record<string, unknown>
    if (Number(number) * Number(rows) > MAX_ROW_NUMBER)
      ctx.addIssue({ code: 'custom', path: [page], message: '请缩小范围或导出全部' })
  }

/** Returns the input schema of a paged list: paging, the call's own fields, and the depth limit. */
export const pagedInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...paging, ...shape }).superRefine(limitDepth('page_num', 'page_size'))

/** Returns the input schema of a paged list whose path holds `{current_page}/{page_size}`. */
export const pagedDatasetInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...pagingOfDatasets, ...shape }).superRefine(limitDepth('current_page', 'page_size'))

/** Returns the input schema of a paged list whose path holds `{page}/{rows}`. */
export const pagedChatInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...pagingOfChats, ...shape }).superRefine(limitDepth('page', 'rows'))

/** Returns the output schema of a paged list: one page, with the size of the whole list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    total: z.number().int().min(0),
    page_num: z.number().int(),
    page_size: z.number().int(),
  })

/** The input of a call without parameters. */
export const noInput = z.object({})

/** The output of a call that returns no data. */
export const noOutput = z.null()
