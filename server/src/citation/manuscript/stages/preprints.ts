import { RESOURCE_TYPE } from '@scinav/contract'
import { titleKey } from '../../../library/works/index.ts'
import { statesPages } from '../../check/index.ts'
import type { EntryRecord } from '../check/check.ts'

/** Names of preprint servers, and the type mark of a preprint. */
const PREPRINT_SOURCE = /arxiv|biorxiv|medrxiv|chinaxiv|ssrn|preprint|预印本|[[［]PP(?:\/OL)?[\]］]/i
/** Shorter names of sources occur in other words. */
const MIN_SOURCE_CHARS = 3

/**
 * Returns whether an entry cites the preprint of its work: it names a preprint server, and neither pages nor
 * the journal or the proceedings of the record. Many published entries have the address of their preprint too.
 */
export function citesPreprint(entryText: string, record: EntryRecord | undefined): boolean {
  if (record?.work.resource_type === RESOURCE_TYPE.preprint) return true
  if (!PREPRINT_SOURCE.test(entryText) || statesPages(entryText)) return false
  const { basic_sourcename, title = '', title_zh } = record?.work ?? {}
  const source = titleKey(basic_sourcename ?? '')
  // A title may have the name of its journal in it.
  const outsideTitle = [title, title_zh ?? '']
    .map(titleKey)
    .reduce((text, titleText) => text.replace(titleText, () => ' '), titleKey(entryText))
  return source.length < MIN_SOURCE_CHARS || !outsideTitle.includes(source)
}
