import type { Exported } from './w3c.ts'

/** Our own form, which the import takes back as it was: one annotation a line. */
export function toOwn({ title, source, annotations, created_at }: Exported): string {
  const head = JSON.stringify({ format: 'scinav-annotations', version: 1, title, source, created_at })
  const lines = annotations.map(
    ({
      id: _id,
      document_id: _document,
      paper_id: _paper,
      is_mine: _mine,
      may_delete: _may,
      ...annotation
    }) => JSON.stringify(annotation),
  )
  return `${head.slice(0, -1)},"annotations":[\n${lines.join(',\n')}\n]}\n`
}
