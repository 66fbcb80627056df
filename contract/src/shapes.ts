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

const DEEPEST_ROW = 10_000

/** Page numbers from 1 and sizes of 1–100. */
const paging = {
  page_num: z.coerce.number<number>().int().min(1).default(1),
  page_size: z.coerce.number<number>().int().min(1).max(100).default(20),
}

/** Input of a paged list: paging, the call's own fields, and the depth limit. */
export const pagedInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...paging, ...shape }).superRefine((input, ctx) => {
    // The generic shape hides the two fields that `paging` always brings.
    const { page_num, page_size } = input as { page_num: number; page_size: number }
    if (page_num * page_size > DEEPEST_ROW)
      ctx.addIssue({ code: 'custom', path: ['page_num'], message: '请缩小范围或导出全部' })
  })

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
export const nothing = z.null()
