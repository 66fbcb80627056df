import { writeWordFile } from '../../citation/word/index.ts'
import { type PrintableAnswer, toWordParts } from './print-answer.ts'

/** Writes an answer as a Word file; its label and model are in the first lines and in the document properties. */
export function toDocx(printed: PrintableAnswer): Promise<Uint8Array> {
  const { title, label, blocks } = toWordParts(printed)
  return writeWordFile({
    title,
    label,
    blocks,
    keywords: printed.label,
    properties: {
      Label: printed.label,
      AIGenerated: String(printed.is_ai),
      Model: printed.model ?? '',
    },
  })
}
