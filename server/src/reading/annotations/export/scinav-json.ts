import type { AnnotationWriter } from './annotation-writer.ts'

/** Writes the product's own JSON format, which the import restores without loss; one annotation per line. */
export const scinavJsonWriter: AnnotationWriter = {
  head: ({ title, source, created_at }) => {
    const head = { format: 'scinav-annotations', version: 1, title, source, created_at }
    return `${JSON.stringify(head).slice(0, -1)},"annotations":[\n`
  },
  item: ({
    id: _id,
    document_id: _document,
    paper_id: _paper,
    is_mine: _mine,
    may_delete: _may,
    ...annotation
  }) => JSON.stringify(annotation),
  between: ',\n',
  tail: '\n]}\n',
}
