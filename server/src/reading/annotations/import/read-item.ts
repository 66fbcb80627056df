import { api, isEmpty } from '@scinav/contract'
import { z } from 'zod'

/** An annotation of a file, as the call that makes one takes it. */
export type Given = Pick<
  z.output<(typeof api.annotations)['create']['input']>,
  | 'page'
  | 'boxes'
  | 'quote'
  | 'prefix'
  | 'suffix'
  | 'start'
  | 'end'
  | 'colour'
  | 'comment'
  | 'tags'
  | 'visibility'
>

/** What came of an entry: an annotation, or why it is none, in Chinese. */
export type ReadItem = { given: Given } | { why: string }

/** Signs of an entry: the longest quote and comment with a thousand boxes have less. */
export const LONGEST_ITEM = 800_000

export const NO_ANNOTATION = '不是一条批注'

/** @param item as it stands in the file; null where it is longer, or more deeply nested, than any of sense. */
export function readItem(item: string | null, format: 'w3c' | 'json'): ReadItem {
  if (item === null) return { why: '这一条太长或太复杂' }
  const raw = parsed(item)
  if (!raw) return { why: NO_ANNOTATION }
  return format === 'json' ? checked(raw) : fromW3c(raw)
}

/** An object; null for what is none. */
function parsed(json: string): Record<string, unknown> | null {
  try {
    const raw: unknown = JSON.parse(json)
    return typeof raw === 'object' ? (raw as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const NAMES: Record<string, string> = {
  page: '页码',
  boxes: '位置',
  quote: '引文',
  prefix: '前文',
  suffix: '后文',
  start: '起点',
  end: '终点',
  colour: '颜色',
  comment: '笔记',
  tags: '标签',
}
const FIELDS = Object.keys(NAMES)
/** Counted before they are looked at one by one. */
const MOST_OF: Record<string, number> = { boxes: 1_000, tags: 20 }

const SOURCE = { document_id: 'import' }
const { element: box } = api.annotations.create.output.shape.boxes

/** What the call takes is what a file may have. */
function checked(raw: Record<string, unknown>): ReadItem {
  const fields: Record<string, unknown> = Object.fromEntries(
    FIELDS.flatMap((name) => (name in raw ? [[name, raw[name]]] : [])),
  )
  for (const [name, most] of Object.entries(MOST_OF)) {
    const list = fields[name]
    if (Array.isArray(list) && list.length > most) return { why: `${NAMES[name]}：不能超过 ${most} 项` }
  }
  // The first that is wrong is enough: reasons for all of them would take longer than all else.
  const odd = Array.isArray(fields.boxes) ? fields.boxes.findIndex((one) => !box.safeParse(one).success) : -1
  if (odd >= 0) return { why: `位置：第 ${odd + 1} 处的格式不正确` }
  const visibility = raw.visibility === 'dataset' ? 'dataset' : 'private'
  const { success, data, error } = api.annotations.create.input.safeParse({
    ...fields,
    ...SOURCE,
    visibility,
  })
  if (!success) return { why: reasonOf(error.issues) }
  return hasContent(data) ? { given: data } : { why: '没有引文、笔记、标签和位置' }
}

function reasonOf([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  const name = NAMES[String(issue?.path[0])]
  return name ? `${name}：${issue?.message}` : NO_ANNOTATION
}

const hasContent = ({ quote, comment, page, boxes, tags }: Given): boolean =>
  quote !== '' || comment !== '' || page !== null || boxes.length > 0 || tags.length > 0

const COLOUR = 'urn:scinav:colour'
const VISIBILITY = 'urn:scinav:visibility'
const MINE = 'urn:scinav:mine'
const BOX = 'urn:scinav:box'

const text = z.string().catch('')
const whatever = z.unknown().optional()
const body = z.object({ value: text, purpose: whatever })
/** Whatever else an object holds is not looked at. */
const selector = z.object({
  ...{
    type: text,
    exact: whatever,
    prefix: whatever,
    suffix: whatever,
    start: whatever,
    end: whatever,
    value: whatever,
    refinedBy: whatever,
  },
  [BOX]: whatever,
})
const item = z.object({
  creator: z.object({ nickname: text }).optional().catch(undefined),
  target: z.union([z.string(), z.object({ selector: whatever })]).optional(),
})

/** Comments and tags of one annotation. */
const MOST_BODIES = 100

function fromW3c(raw: Record<string, unknown>): ReadItem {
  const given = listOf(raw.body)
  if (given.length > MOST_BODIES) return { why: `正文和标签：不能超过 ${MOST_BODIES} 项` }
  const read = item.safeParse(raw)
  if (!read.success) return { why: NO_ANNOTATION }
  const { target } = read.data
  const selectors = selectorsIn(typeof target === 'object' ? target.selector : null)
  if (!selectors) return { why: '位置太多' }
  const bodies = given.filter(isObject).flatMap((each) => body.safeParse(each).data ?? [])
  const plain = given.flatMap((each) => (typeof each === 'string' ? each : []))
  const said = bodies.filter(({ purpose }) => purpose !== 'tagging').map(({ value }) => value)
  return checked({
    ...placeOf(selectors),
    comment: [...plain, ...said, ...authorOf(raw, read.data.creator?.nickname)].join('\n\n'),
    tags: bodies.filter(({ purpose }) => purpose === 'tagging').map(({ value }) => value),
    ...(COLOUR in raw && { colour: raw[COLOUR] }),
    ...(VISIBILITY in raw && { visibility: raw[VISIBILITY] }),
  })
}

/** What is none is passed over before anything makes a fault of it. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => {
  if (isEmpty(value)) return []
  return Array.isArray(value) ? value : [value]
}

/** What somebody else had written is not the words of who imports it. */
const authorOf = (raw: object, nickname: string | undefined): string[] =>
  MINE in raw && raw[MINE] === false && nickname ? [`原批注者：${nickname.slice(0, 100)}`] : []

type Selector = z.output<typeof selector>

/** A selector for each box, and those of quote, offsets and page. */
const MOST_SELECTORS = 1_100
const DEEPEST = 4

/** Selectors with what they are refined by; deeper than any file of sense nothing is looked at. Null for too many. */
function selectorsIn(raw: unknown): Selector[] | null {
  const found: Selector[] = []
  let level = listOf(raw)
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    if (found.length + level.length > MOST_SELECTORS) return null
    const read = level.filter(isObject).flatMap((each) => selector.safeParse(each).data ?? [])
    found.push(...read)
    level = read.flatMap(({ refinedBy }) => listOf(refinedBy))
  }
  return found
}

function placeOf(selectors: Selector[]) {
  const quote = selectors.find(({ type }) => type === 'TextQuoteSelector')
  const position = selectors.find(({ type }) => type === 'TextPositionSelector')
  const fragments = selectors.flatMap(({ type, value }) =>
    type === 'FragmentSelector' && typeof value === 'string' ? value : [],
  )
  const page = fragments.flatMap((value) => /^#?page=(\d{1,5})/.exec(value)?.[1] ?? [])[0]
  return {
    quote: quote?.exact ?? '',
    prefix: cut(quote?.prefix, (all) => all.slice(-AROUND)),
    suffix: cut(quote?.suffix, (all) => all.slice(0, AROUND)),
    start: position?.start ?? null,
    end: position?.end ?? null,
    page: page === undefined ? null : Number(page),
    boxes: selectors.flatMap((each) => listOf(each[BOX])),
  }
}

const AROUND = 32
const cut = (value: unknown, take: (all: string) => string): string =>
  typeof value === 'string' ? take(value) : ''
