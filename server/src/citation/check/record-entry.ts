import { formatReference, plain, toCsl } from '@scinav/citation'
import type { Work } from '@scinav/contract'

/** A record as an entry of a list, in one line. */
export const entryOfRecord = (work: Work): string => plain(formatReference('gb-2015-numeric', toCsl(work)))
