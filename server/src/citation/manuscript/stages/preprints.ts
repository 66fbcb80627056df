import { RESOURCE_TYPE } from '@scinav/contract'
import { titleKey } from '../../../library/works/index.ts'
import type { EntryRecord } from '../check/check.ts'

const PREPRINT_SOURCE = /arxiv|biorxiv|medrxiv|chinaxiv|ssrn|preprint|预印本|[[［]PP(?:\/OL)?[\]］]/i
/** Shorter names of sources occur in other words. */
const MIN_SOURCE_CHARS = 3

/**
 * Returns whether an entry cites the preprint of its work: it names a preprint server, and not the journal or the
 * proceedings of the record. Many published entries have the address of their preprint too.
 */
export function citesPreprint(written: string, record: EntryRecord | undefined): boolean {
  if (record?.work.resource_type === RESOURCE_TYPE.preprint) return true
  if (!PREPRINT_SOURCE.test(written)) return false
  const source = titleKey(record?.work.basic_sourcename ?? '')
  return source.length < MIN_SOURCE_CHARS || !titleKey(written).includes(source)
}
