import type { CslItem } from '../csl.ts'
import { plainText } from '../markup.ts'
import type { ExportWriter } from './export-format.ts'

const PLAIN = ['title', 'container-title', 'abstract'] as const

/** A CSL-JSON array, titles without mark-up; items without an id get their number. */
export function cslJsonWriter(): ExportWriter {
  return {
    header: () => '[\n',
    entry: (item, index) => {
      const plain: Partial<CslItem> = {}
      for (const field of PLAIN) if (item[field] !== undefined) plain[field] = plainText(item[field])
      const written = { ...item, ...plain, id: item.id === '' ? `ref-${index + 1}` : item.id }
      return `${index === 0 ? '' : ',\n'}${JSON.stringify(written)}`
    },
    footer: () => '\n]\n',
  }
}
