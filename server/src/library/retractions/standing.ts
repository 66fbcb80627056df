import type { Work, WorkNotice } from '@scinav/contract'

/** The weight of each kind of notice; of several notices the heaviest stands. */
const WEIGHTS: Record<WorkNotice['kind'], number> = { retracted: 3, concern: 2, corrected: 1, reinstated: 0 }

/**
 * Returns whether a reinstatement lifts a notice: it follows what it lifts, so a notice without a date is an earlier
 * one. Corrections are not lifted.
 */
const isLifted = ({ kind, date }: WorkNotice, reinstatement: WorkNotice): boolean =>
  kind !== 'corrected' && (date === null || reinstatement.date === null || date <= reinstatement.date)

/** Returns whether a notice is the later one of two, or of one day the one with more reasons. */
function isLater(a: WorkNotice, b: WorkNotice): boolean {
  const [date, other] = [a.date ?? '', b.date ?? '']
  return date === other ? a.reasons.length > b.reasons.length : date > other
}

/**
 * Returns the notice of a work that stands: among those that no reinstatement lifts the heaviest, and of equally heavy
 * ones the latest. Null without notices.
 */
export function findStandingNotice<Notice extends WorkNotice>(notices: readonly Notice[]): Notice | null {
  const latest = (candidates: readonly Notice[]) =>
    candidates.reduce<Notice | null>((best, each) => (best && !isLater(each, best) ? best : each), null)
  const reinstatement = latest(notices.filter(({ kind }) => kind === 'reinstated'))
  const standing = reinstatement
    ? notices.filter((each) => each === reinstatement || !isLifted(each, reinstatement))
    : notices
  const weight = Math.max(...standing.map(({ kind }) => WEIGHTS[kind]))
  return latest(standing.filter(({ kind }) => WEIGHTS[kind] === weight))
}

/**
 * Returns the status of a work whose record states one and which has a standing notice: the heavier of the two. A
 * reinstatement also lifts what the record states.
 */
export function standingStatus(recorded: Work['status'], notice: WorkNotice | null): Work['status'] {
  if (notice === null) return recorded
  if (notice.kind === 'reinstated') return recorded === 'corrected' ? recorded : 'normal'
  if (recorded === 'normal') return notice.kind
  return WEIGHTS[recorded] > WEIGHTS[notice.kind] ? recorded : notice.kind
}
