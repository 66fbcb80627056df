import { type api, type OutputOf, type Work, work as workShape } from '@scinav/contract'
import type { StoredPaper } from '../../library/papers/index.ts'

type Hit = OutputOf<typeof api.papers.search>['list'][number]

/**
 * A hit as JSON: its record as it is stored, and an object with the fields that follow. Records are most of an answer, and
 * printing what was read of them gave the text that is stored. A record of another shape is read and printed anew.
 */
export function hitText(
  { row, work, derived }: StoredPaper,
  { score, highlights }: Pick<Hit, 'score' | 'highlights'>,
): string[] {
  const isSame = isOfToday(work) && work.citation_count === row.citation_count
  const record = isSame ? row.record : recordOf({ ...work, citation_count: row.citation_count })
  return [record, JSON.stringify({ ...derived, score, highlights })]
}

const recordOf = (work: Work) => JSON.stringify(workShape.parse(work))

const FIELDS = Object.keys(workShape.shape)

/** Whether a record has the fields that the contract has now, in its order. */
function isOfToday(work: Work): boolean {
  let at = 0
  for (const field in work) {
    if (field !== FIELDS[at]) return false
    at += 1
  }
  return at === FIELDS.length && work.creators.every(({ role, affiliations }) => role && affiliations)
}
