import { formatReference, runsText, toCsl } from '@scinav/citation'
import type { Work } from '@scinav/contract'

/** Prints a record as a one-line entry in GB/T 7714-2015. */
export const formatRecord = (work: Work): string => runsText(formatReference('gb-2015-numeric', toCsl(work)))
