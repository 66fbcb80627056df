import { isEmpty } from '@scinav/contract'
import { z } from 'zod'

// Reads annotations in the form of the W3C Web Annotation Data Model (https://www.w3.org/TR/annotation-model), into
// which this product exports too: a target with selectors, which say where the annotation is, and bodies, which are its
// comments and tags.

// Properties of this product's own exports.
const COLOUR_IRI = 'urn:scinav:colour'
const VISIBILITY_IRI = 'urn:scinav:visibility'
/** Whether the exporting user wrote the annotation. */
const MINE_IRI = 'urn:scinav:mine'
const BOX_IRI = 'urn:scinav:box'

/** Maximum number of bodies (comments and tags) of an annotation. */
const MAX_BODIES = 100
/** Maximum number of selectors: one per box, and those of quotation, offsets and page. */
const MAX_SELECTORS = 1_100
/** Maximum number of levels of selectors, of which each refines those of the level above. */
const MAX_SELECTOR_LEVELS = 5
/** Length of the text before and after a quotation, in characters. */
const CONTEXT_CHARS = 32

const textShape = z.string().catch('')
const anyShape = z.unknown().optional()
const bodyShape = z.object({ value: textShape, purpose: anyShape })
/** The properties that are read; the fields' own schema validates the values later. */
const selectorShape = z.object({
  type: textShape,
  exact: anyShape,
  prefix: anyShape,
  suffix: anyShape,
  start: anyShape,
  end: anyShape,
  value: anyShape,
  refinedBy: anyShape,
  [BOX_IRI]: anyShape,
})
const itemShape = z.object({
  creator: z.object({ nickname: textShape }).optional().catch(undefined),
  target: z.union([z.string(), z.object({ selector: anyShape })]).optional(),
})

/** The fields of an annotation, not yet validated, or why there are none, in Chinese; null when it is no annotation. */
type W3cFields = { fields: Record<string, unknown> } | { rejection: string | null }

/** Reads the fields of the call that creates annotations from a W3C annotation. */
export function fieldsFromW3c(raw: Record<string, unknown>): W3cFields {
  const allBodies = toList(raw.body)
  if (allBodies.length > MAX_BODIES) return { rejection: `正文和标签：不能超过 ${MAX_BODIES} 项` }
  const item = itemShape.safeParse(raw)
  if (!item.success) return { rejection: null }
  const { target } = item.data
  const selectors = flattenSelectors(typeof target === 'object' ? target.selector : null)
  if (!selectors) return { rejection: '位置太多' }
  const bodies = allBodies.filter(isObject).flatMap((each) => bodyShape.safeParse(each).data ?? [])
  const plainComments = allBodies.filter((each) => typeof each === 'string')
  const comments = bodies.filter(({ purpose }) => purpose !== 'tagging').map(({ value }) => value)
  const authorNote = originalAuthorNote(raw, item.data.creator?.nickname)
  return {
    fields: {
      ...selectionFields(selectors),
      comment: [...plainComments, ...comments, ...authorNote].join('\n\n'),
      tags: bodies.filter(({ purpose }) => purpose === 'tagging').map(({ value }) => value),
      ...(COLOUR_IRI in raw && { colour: raw[COLOUR_IRI] }),
      ...(VISIBILITY_IRI in raw && { visibility: raw[VISIBILITY_IRI] }),
    },
  }
}

/** Other values are skipped before the schema is applied, since errors are slow. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value as a list; an empty value is an empty list, a single value a list of one. */
const toList = (value: unknown): unknown[] => {
  if (isEmpty(value)) return []
  return Array.isArray(value) ? value : [value]
}

/** Names the original author of an imported annotation, whose words are not those of the importing user. */
const originalAuthorNote = (raw: object, nickname: string | undefined): string[] =>
  MINE_IRI in raw && raw[MINE_IRI] === false && nickname ? [`原批注者：${nickname.slice(0, 100)}`] : []

type W3cSelector = z.output<typeof selectorShape>

/**
 * Returns selectors and their refinements as one list; null when there are too many. Levels beyond the maximum, which
 * no program writes, are ignored.
 */
function flattenSelectors(raw: unknown): W3cSelector[] | null {
  const selectors: W3cSelector[] = []
  let level = toList(raw)
  for (let levels = 0; levels < MAX_SELECTOR_LEVELS; levels += 1) {
    if (selectors.length + level.length > MAX_SELECTORS) return null
    const parsed = level.filter(isObject).flatMap((each) => selectorShape.safeParse(each).data ?? [])
    selectors.push(...parsed)
    level = parsed.flatMap(({ refinedBy }) => toList(refinedBy))
  }
  return selectors
}

/** Returns the fields of the call that say where an annotation is; of several selectors of a type the first counts. */
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

/** Applies `take` to a text; '' for anything else. */
const cutText = (value: unknown, take: (all: string) => string): string =>
  typeof value === 'string' ? take(value) : ''
