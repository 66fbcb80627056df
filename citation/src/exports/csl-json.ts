import type { CslItem } from '../csl.ts'
import { stripMarkup } from '../markup.ts'
import type { ExportWriter } from './export-format.ts'

const PLAIN_TEXT_FIELDS = ['title', 'container-title', 'abstract'] as const

/**
 * Returns a writer of a CSL-JSON array. Titles and abstracts lose their markup, the standing goes to the note; items without an id receive one from
 * their number.
 */
export function cslJsonWriter(): ExportWriter {
  return {
    header: () => '[\n',
    entry: (item, index) => {
      const plain: Partial<CslItem> = {}
      for (const field of PLAIN_TEXT_FIELDS)
        if (item[field] !== undefined) plain[field] = stripMarkup(item[field])
      const standing = item.custom?.standing
      if (standing) plain.note = [standing, item.note].filter(Boolean).join('\n')
      const exported = { ...item, ...plain, id: item.id === '' ? `ref-${index + 1}` : item.id }
      return `${index === 0 ? '' : ',\n'}${JSON.stringify(exported)}`
    },
    footer: () => '\n]\n',
  }
}
