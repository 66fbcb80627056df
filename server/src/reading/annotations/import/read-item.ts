import { api, isEmpty } from '@scinav/contract'
import { z } from 'zod'

/** An annotation of a file, as the input of the call that creates annotations. */
export type ImportedAnnotation = Pick<
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

/** The result of reading an entry: an annotation, or the reason for its rejection in Chinese. */
export type ItemResult = { given: ImportedAnnotation } | { why: string }

/** Maximum length of an entry, in characters; the longest quotation and comment with a thousand boxes stay below. */
export const MAX_ITEM_CHARS = 800_000

/** Reason for rejecting an entry that is no annotation. */
export const NOT_AN_ANNOTATION = '不是一条批注'

/**
 * Reads an entry of a file.
 *
 * @param item JSON text of the entry; null when it exceeds the limits of length or depth.
 */
export function readItem(item: string | null, format: 'w3c' | 'json'): ItemResult {
  if (item === null) return { why: '这一条太长或太复杂' }
  const raw = parseObject(item)
  if (!raw) return { why: NOT_AN_ANNOTATION }
  return format === 'json' ? validateAnnotation(raw) : parseW3cAnnotation(raw)
}

/** Parses a JSON object; returns null for anything else. */
function parseObject(json: string): Record<string, unknown> | null {
  try {
    const raw: unknown = JSON.parse(json)
    return typeof raw === 'object' ? (raw as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const FIELD_NAMES: Record<string, string> = {
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
const FIELDS = Object.keys(FIELD_NAMES)
/** Maximum lengths of lists, checked before the elements are validated. */
const MAX_LIST_LENGTHS: Record<string, number> = { boxes: 1_000, tags: 20 }

/** The call requires a target; the real one is added when the annotation is stored. */
const IMPORT_SOURCE = { document_id: 'import' }
const { element: box } = api.annotations.create.output.shape.boxes

/** Validates a raw annotation with the schema of the call that creates annotations. */
function validateAnnotation(raw: Record<string, unknown>): ItemResult {
  const fields: Record<string, unknown> = Object.fromEntries(
    FIELDS.flatMap((name) => (name in raw ? [[name, raw[name]]] : [])),
  )
  for (const [name, max] of Object.entries(MAX_LIST_LENGTHS)) {
    const list = fields[name]
    if (Array.isArray(list) && list.length > max) return { why: `${FIELD_NAMES[name]}：不能超过 ${max} 项` }
  }
  // Only the first invalid box is reported, since reasons for all of them would take longer than everything else.
  const invalid = Array.isArray(fields.boxes)
    ? fields.boxes.findIndex((one) => !box.safeParse(one).success)
    : -1
  if (invalid >= 0) return { why: `位置：第 ${invalid + 1} 处的格式不正确` }
  const visibility = raw.visibility === 'dataset' ? 'dataset' : 'private'
  const { success, data, error } = api.annotations.create.input.safeParse({
    ...fields,
    ...IMPORT_SOURCE,
    visibility,
  })
  if (!success) return { why: issueText(error.issues) }
  return hasContent(data) ? { given: data } : { why: '没有引文、笔记、标签和位置' }
}

function issueText([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  const name = FIELD_NAMES[String(issue?.path[0])]
  return name ? `${name}：${issue?.message}` : NOT_AN_ANNOTATION
}

const hasContent = ({ quote, comment, page, boxes, tags }: ImportedAnnotation): boolean =>
  quote !== '' || comment !== '' || page !== null || boxes.length > 0 || tags.length > 0

const COLOUR_IRI = 'urn:scinav:colour'
const VISIBILITY_IRI = 'urn:scinav:visibility'
const MINE_IRI = 'urn:scinav:mine'
const BOX_IRI = 'urn:scinav:box'

const textShape = z.string().catch('')
const anyShape = z.unknown().optional()
const bodyShape = z.object({ value: textShape, purpose: anyShape })
/** Other properties of the object are ignored. */
const selectorShape = z.object({
  ...{
    type: textShape,
    exact: anyShape,
    prefix: anyShape,
    suffix: anyShape,
    start: anyShape,
    end: anyShape,
    value: anyShape,
    refinedBy: anyShape,
  },
  [BOX_IRI]: anyShape,
})
const itemShape = z.object({
  creator: z.object({ nickname: textShape }).optional().catch(undefined),
  target: z.union([z.string(), z.object({ selector: anyShape })]).optional(),
})

/** Maximum number of bodies (comments and tags) of an annotation. */
const MAX_BODIES = 100

function parseW3cAnnotation(raw: Record<string, unknown>): ItemResult {
  const given = toList(raw.body)
  if (given.length > MAX_BODIES) return { why: `正文和标签：不能超过 ${MAX_BODIES} 项` }
  const read = itemShape.safeParse(raw)
  if (!read.success) return { why: NOT_AN_ANNOTATION }
  const { target } = read.data
  const selectors = flattenSelectors(typeof target === 'object' ? target.selector : null)
  if (!selectors) return { why: '位置太多' }
  const bodies = given.filter(isObject).flatMap((each) => bodyShape.safeParse(each).data ?? [])
  const plain = given.flatMap((each) => (typeof each === 'string' ? each : []))
  const comments = bodies.filter(({ purpose }) => purpose !== 'tagging').map(({ value }) => value)
  return validateAnnotation({
    ...selectionFields(selectors),
    comment: [...plain, ...comments, ...originalAuthorNote(raw, read.data.creator?.nickname)].join('\n\n'),
    tags: bodies.filter(({ purpose }) => purpose === 'tagging').map(({ value }) => value),
    ...(COLOUR_IRI in raw && { colour: raw[COLOUR_IRI] }),
    ...(VISIBILITY_IRI in raw && { visibility: raw[VISIBILITY_IRI] }),
  })
}

/** Other values are skipped before the schema is applied, since errors are slow. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toList = (value: unknown): unknown[] => {
  if (isEmpty(value)) return []
  return Array.isArray(value) ? value : [value]
}

/** Names the original author of an imported annotation, whose words are not those of the importing user. */
const originalAuthorNote = (raw: object, nickname: string | undefined): string[] =>
  MINE_IRI in raw && raw[MINE_IRI] === false && nickname ? [`原批注者：${nickname.slice(0, 100)}`] : []

type W3cSelector = z.output<typeof selectorShape>

/** Maximum number of selectors: one per box, and those of quotation, offsets and page. */
const MAX_SELECTORS = 1_100
const MAX_SELECTOR_DEPTH = 4

/** Returns selectors and their refinements as one list, up to a depth of four; null when there are too many. */
function flattenSelectors(raw: unknown): W3cSelector[] | null {
  const found: W3cSelector[] = []
  let level = toList(raw)
  for (let depth = 0; depth <= MAX_SELECTOR_DEPTH; depth += 1) {
    if (found.length + level.length > MAX_SELECTORS) return null
    const read = level.filter(isObject).flatMap((each) => selectorShape.safeParse(each).data ?? [])
    found.push(...read)
    level = read.flatMap(({ refinedBy }) => toList(refinedBy))
  }
  return found
}

/** Returns the fields of the call that say where an annotation is. */
function selectionFields(selectors: W3cSelector[]) {
  const quote = selectors.find(({ type }) => type === 'TextQuoteSelector')
  const position = selectors.find(({ type }) => type === 'TextPositionSelector')
  const fragments = selectors.flatMap(({ type, value }) =>
    type === 'FragmentSelector' && typeof value === 'string' ? value : [],
  )
  const page = fragments.flatMap((value) => /^#?page=(\d{1,5})/.exec(value)?.[1] ?? [])[0]
  return {
    quote: quote?.exact ?? '',
    prefix: cutText(quote?.prefix, (all) => all.slice(-CONTEXT_CHARS)),
    suffix: cutText(quote?.suffix, (all) => all.slice(0, CONTEXT_CHARS)),
    start: position?.start ?? null,
    end: position?.end ?? null,
    page: page === undefined ? null : Number(page),
    boxes: selectors.flatMap((each) => toList(each[BOX_IRI])),
  }
}

/** Length of the text before and after a quotation, in characters. */
const CONTEXT_CHARS = 32
const cutText = (value: unknown, take: (all: string) => string): string =>
  typeof value === 'string' ? take(value) : ''
