import { type api, type OutputOf, type Work, work as workShape } from '@scinav/contract'
import type { StoredPaper } from '../../library/papers/index.ts'

type SearchHit = OutputOf<typeof api.papers.search>['list'][number]

/**
 * Returns a hit as two JSON texts: the stored record, and an object with the fields that follow it.
 *
 * Records make up most of a response, and printing a parsed record yields the text that is stored, so the stored text
 * is passed through. A record of another shape, or with another citation count, is parsed and printed again.
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

/** Returns whether a record has exactly the fields of the current contract, in its order. */
function hasCurrentShape(work: Work): boolean {
  let at = 0
  for (const field in work) {
    if (field !== WORK_FIELDS[at]) return false
    at += 1
  }
  return at === WORK_FIELDS.length && work.creators.every(({ role, affiliations }) => role && affiliations)
}
