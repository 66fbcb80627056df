/** The text, and the place in it, that a link opens. */
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
  const query = new URLSearchParams({
    ...(document_id ? { document_id } : paper_id ? { paper_id } : {}),
    ...(page ? { page: String(page) } : {}),
    ...(annotation_id ? { annotation_id } : {}),
  })
  return `/#/readDetailMore?${query}`
}
