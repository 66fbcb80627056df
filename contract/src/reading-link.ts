/** The text, and the place in it, that a link opens; a document takes precedence over a paper. */
interface ReadingLinkTarget {
  document_id?: string | null
  paper_id?: string | null
  page?: number | null
  annotation_id?: string
}

/**
 * Returns the address, relative to the site, of the screen that shows a document or a paper, optionally at a page or an
 * annotation.
 */
export function readingLink({ document_id, paper_id, page, annotation_id }: ReadingLinkTarget): string {
  const query = new URLSearchParams()
  if (document_id) query.set('document_id', document_id)
  else if (paper_id) query.set('paper_id', paper_id)
  if (page) query.set('page', String(page))
  if (annotation_id) query.set('annotation_id', annotation_id)
  return `/#/readDetailMore?${query}`
}
