import type { Work } from '@scinav/contract'
import { keysOf } from './work-keys.ts'

/** Keys under which other works cite a work: its identifiers, `doi:…`, `arxiv:…`; a title identifies nothing. */
export function citingKeys(work: Work): string[] {
  return keysOf(work).filter((key) => !key.startsWith('title:'))
}
