import type { Annotation } from '../marks/annotation.service.ts'
import type { AnnotationWriter } from './annotation-writer.ts'

const ANNOTATION_CONTEXT = 'http://www.w3.org/ns/anno.jsonld'
/** Terms of our own, so that what W3C has no word for comes back the same. */
const SCINAV_NAMESPACE = 'urn:scinav:'

const toPercent = (value: number) => Number((value * 100).toFixed(3))

/** A selector for each way to find the mark: by its words, by offsets, by its page and the parts of it. */
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

/** A part of a page in per cent (Media Fragments), with our own exact numbers beside it. */
const mediaFragment = (box: Annotation['boxes'][number]) => ({
  type: 'FragmentSelector',
  conformsTo: 'http://www.w3.org/TR/media-frags/',
  value: `xywh=percent:${[box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0].map(toPercent).join(',')}`,
  [`${SCINAV_NAMESPACE}box`]: box,
})

function bodiesOf({ comment, tags }: Annotation) {
  const said =
    comment === ''
      ? []
      : [{ type: 'TextualBody', value: comment, format: 'text/plain', purpose: 'commenting' }]
  return [...said, ...tags.map((value) => ({ type: 'TextualBody', value, purpose: 'tagging' }))]
}

/** A page of annotations after the W3C's Web Annotation Data Model, as JSON-LD; one a line. */
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
