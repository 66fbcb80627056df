import { formatReference, runsText, toCsl } from '@scinav/citation'
import type { Work } from '@scinav/contract'

/** A record as an entry of a list, in one line. */
export const formatRecord = (work: Work): string => runsText(formatReference('gb-2015-numeric', toCsl(work)))
