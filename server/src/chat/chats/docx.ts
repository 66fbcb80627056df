import { writeWordFile } from '../../citation/word/index.ts'
import { type PrintableAnswer, toWordParts } from './print-answer.ts'

/** A Word file of an answer; how it was made stands in its first lines and in its properties. */
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
