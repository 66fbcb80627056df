import { api, isEmpty } from '@scinav/contract'
import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { itemsOf } from './items-of.ts'

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

const SOURCE = { document_id: 'import' }

/** What the call takes is what a file may have; null for what it would refuse. */
function checked(raw: object): Given | null {
  const { success, data } = api.annotations.create.input.safeParse({
    ...raw,
    ...SOURCE,
    visibility: 'visibility' in raw && raw.visibility === 'dataset' ? 'dataset' : 'private',
  })
  return success && hasContent(data) ? data : null
}

const hasContent = ({ quote, comment, page, boxes, tags }: Given): boolean =>
  quote !== '' || comment !== '' || page !== null || boxes.length > 0 || tags.length > 0

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess((value) => (isEmpty(value) ? [] : Array.isArray(value) ? value : [value]), z.array(item))
    .prefault([])

const text = z.string().catch('')
const body = z.object({ value: text, purpose: z.unknown().optional() })
const selector = z.looseObject({ type: text })
const item = z.object({
  body: list(z.unknown()),
  creator: z.looseObject({ nickname: text }).optional().catch(undefined),
  target: z.union([z.string(), z.looseObject({ selector: z.unknown().optional() })]).optional(),
})

const COLOUR = 'urn:scinav:colour'
const VISIBILITY = 'urn:scinav:visibility'
const MINE = 'urn:scinav:mine'
const BOX = 'urn:scinav:box'

/** A single annotation is a file too, of no more than this. */
const LONGEST_SINGLE = 100_000

/** The annotations of a file, null for what is none. @throws AppError `input.invalid` where it is no such file. */
export function* readAnnotations(content: string, format: 'w3c' | 'json'): Generator<Given | null> {
  const read = format === 'json' ? checked : fromW3c
  const items = itemsOf(content, format === 'json' ? 'annotations' : 'items')
  let step = items.next()
  while (!step.done) {
    const raw = parsed(step.value)
    yield raw ? read(raw) : null
    step = items.next()
  }
  if (step.value) return
  const single = format === 'w3c' && content.length <= LONGEST_SINGLE ? parsed(content) : null
  if (!single) throw invalid('content', '这不是可以导入的批注文件')
  yield read(single)
}

/** An object; null for what is none. */
function parsed(json: string): object | null {
  try {
    const raw: unknown = JSON.parse(json)
    return typeof raw === 'object' ? raw : null
  } catch {
    return null
  }
}

function fromW3c(raw: object): Given | null {
  const read = item.safeParse(raw)
  if (!read.success) return null
  const bodies = read.data.body.flatMap((each) => body.safeParse(each).data ?? [])
  const plain = read.data.body.flatMap((each) => (typeof each === 'string' ? each : []))
  const said = bodies.filter(({ purpose }) => purpose !== 'tagging').map(({ value }) => value)
  const { target } = read.data
  return checked({
    ...placeOf(typeof target === 'object' ? selectorsIn(target.selector) : []),
    comment: [...plain, ...said, ...authorOf(raw, read.data.creator?.nickname)].join('\n\n'),
    tags: bodies.filter(({ purpose }) => purpose === 'tagging').map(({ value }) => value),
    ...(COLOUR in raw && { colour: raw[COLOUR] }),
    ...(VISIBILITY in raw && { visibility: raw[VISIBILITY] }),
  })
}

/** What somebody else had written is not the words of who imports it. */
const authorOf = (raw: object, nickname: string | undefined): string[] =>
  MINE in raw && raw[MINE] === false && nickname ? [`原批注者：${nickname.slice(0, 100)}`] : []

type Selector = z.output<typeof selector>

/** Selectors with what they are refined by; deeper than any file of sense nothing is looked at. */
function selectorsIn(raw: unknown, depth = 0): Selector[] {
  if (depth > 4) return []
  return [raw ?? []].flat().flatMap((each): Selector[] => {
    const read = selector.safeParse(each)
    return read.success ? [read.data, ...selectorsIn(read.data.refinedBy, depth + 1)] : []
  })
}

function placeOf(selectors: Selector[]) {
  const quote = selectors.find(({ type }) => type === 'TextQuoteSelector')
  const position = selectors.find(({ type }) => type === 'TextPositionSelector')
  const fragments = selectors
    .filter(({ type }) => type === 'FragmentSelector')
    .map(({ value }) => String(value))
  const page = fragments.flatMap((value) => /^#?page=(\d{1,5})/.exec(value)?.[1] ?? [])[0]
  const boxes = selectors.flatMap((each) => each[BOX] ?? [])
  return {
    quote: quote?.exact ?? '',
    prefix: cut(quote?.prefix, (all) => all.slice(-AROUND)),
    suffix: cut(quote?.suffix, (all) => all.slice(0, AROUND)),
    start: position?.start ?? null,
    end: position?.end ?? null,
    page: page === undefined ? null : Number(page),
    boxes,
  }
}

const AROUND = 32
const cut = (value: unknown, take: (all: string) => string): string =>
  typeof value === 'string' ? take(value) : ''
