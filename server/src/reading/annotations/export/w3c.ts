import type { Annotation } from '../marks/annotation.service.ts'
import type { AnnotationWriter } from './annotation-writer.ts'

const ANNOTATION_CONTEXT = 'http://www.w3.org/ns/anno.jsonld'
/** Namespace of the product's own terms, which preserve what the W3C model cannot express. */
const SCINAV_NAMESPACE = 'urn:scinav:'

/** Converts a share of a page, 0–1, to per cent with at most three decimals. */
const toPercent = (value: number) => Number((value * 100).toFixed(3))

/** Returns selectors for each way to locate the annotation: by quotation, by offsets, and by page and boxes. */
function selectorsOf({ quote, prefix, suffix, start, end, page, boxes }: Annotation) {
  const selectors: object[] = []
  if (quote !== '') selectors.push({ type: 'TextQuoteSelector', exact: quote, prefix, suffix })
  if (start !== null && end !== null) selectors.push({ type: 'TextPositionSelector', start, end })
  if (page !== null)
    selectors.push({
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc8118',
      value: `page=${page}`,
      ...(boxes.length > 0 && { refinedBy: boxes.map(mediaFragment) }),
    })
  return selectors
}

/** Returns a box of a page in per cent (Media Fragments), together with its exact values. */
const mediaFragment = (box: Annotation['boxes'][number]) => ({
  type: 'FragmentSelector',
  conformsTo: 'http://www.w3.org/TR/media-frags/',
  value: `xywh=percent:${[box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0].map(toPercent).join(',')}`,
  [`${SCINAV_NAMESPACE}box`]: box,
})

function bodiesOf({ comment, tags }: Annotation) {
  const comments =
    comment === ''
      ? []
      : [{ type: 'TextualBody', value: comment, format: 'text/plain', purpose: 'commenting' }]
  return [...comments, ...tags.map((value) => ({ type: 'TextualBody', value, purpose: 'tagging' }))]
}

/** Writes a page of annotations of the W3C Web Annotation Data Model as JSON-LD, one annotation per line. */
export const w3cWriter: AnnotationWriter = {
  head: ({ title, source, link, created_at }) => {
    const page = {
      '@context': [ANNOTATION_CONTEXT, { scinav: SCINAV_NAMESPACE }],
      id: `${source}:annotations`,
      type: 'AnnotationPage',
      label: title,
      generator: { type: 'Software', name: '科学导航' },
      generated: created_at,
      ...(link !== null && { seeAlso: link }),
    }
    return `${JSON.stringify(page).slice(0, -1)},"items":[\n`
  },
  item: (annotation, { source }) =>
    JSON.stringify({
      id: `urn:scinav:annotation:${annotation.id}`,
      type: 'Annotation',
      motivation: annotation.comment === '' ? 'highlighting' : 'commenting',
      created: annotation.created_at,
      modified: annotation.updated_at,
      creator: { type: 'Person', nickname: annotation.creator.nick_name },
      body: bodiesOf(annotation),
      target: { source, selector: selectorsOf(annotation) },
      [`${SCINAV_NAMESPACE}colour`]: annotation.colour,
      [`${SCINAV_NAMESPACE}visibility`]: annotation.visibility,
      [`${SCINAV_NAMESPACE}mine`]: annotation.is_mine,
    }),
  between: ',\n',
  tail: '\n]}\n',
}
