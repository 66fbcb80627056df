import { type api, type OutputOf, type Work, work as workShape } from '@scinav/contract'
import type { StoredPaper } from '../../library/papers/index.ts'

type SearchHit = OutputOf<typeof api.papers.search>['list'][number]

/**
 * A hit as JSON: its record as it is stored, and an object with the fields that follow. Records are most of an answer, and
 * printing what was read of them gave the text that is stored. A record of another shape is read and printed anew.
 */
export function hitJson(
  { row, work, derived }: StoredPaper,
  { score, highlights }: Pick<SearchHit, 'score' | 'highlights'>,
): string[] {
  const isSame = hasCurrentShape(work) && work.citation_count === row.citation_count
  const record = isSame ? row.record : recordJson({ ...work, citation_count: row.citation_count })
  return [record, JSON.stringify({ ...derived, score, highlights })]
}

const recordJson = (work: Work) => JSON.stringify(workShape.parse(work))

const WORK_FIELDS = Object.keys(workShape.shape)

/** Whether a record has the fields that the contract has now, in its order. */
function hasCurrentShape(work: Work): boolean {
  let at = 0
  for (const field in work) {
    if (field !== WORK_FIELDS[at]) return false
    at += 1
  }
  return at === WORK_FIELDS.length && work.creators.every(({ role, affiliations }) => role && affiliations)
}
