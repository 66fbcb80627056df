/** Where a document is read, at a page of it. */
export const readingAddress = (document_id: string, page?: number | null): string =>
  `/readDetailMore?${new URLSearchParams({ document_id, ...(page && { page: String(page) }) })}`
