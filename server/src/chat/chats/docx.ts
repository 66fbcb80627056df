import { wordFile } from '../../citation/word/index.ts'
import { type Printed, partsOf } from './print-answer.ts'

/** A Word file of an answer; how it was made stands in its first lines and in its properties. */
export function toDocx(printed: Printed): Promise<Uint8Array> {
  const { title, label, blocks } = partsOf(printed)
  return wordFile({
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
