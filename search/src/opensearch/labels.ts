import type { CountedFacet, IndexAnswer } from '../planning/term-index.ts'
import type { ValueLabels } from './documents.ts'
import { VALUE_FIELDS } from './match-query.ts'
import type { OpenedIndex } from './opened-index.ts'

/** Number of values of a facet that are shown. */
const MAX_SHOWN_VALUES = 30
/** Tables of values whose labels may differ from their keys. */
const LABELED_TABLES = ['author', 'keyword', 'source'] as const satisfies readonly CountedFacet[]
const HTTP_OK = 200
type LabeledTable = (typeof LABELED_TABLES)[number]

/** Response of searches that return one record each, with its labels. */
interface LabelResponse {
  responses: { status: number; hits?: { hits?: { fields?: { labels?: string[] } }[] } }[]
}

/** Looks up the display labels of the values that facets show and caches them, see `learnLabels`. */
export async function learnFacetLabels(opened: OpenedIndex, facets: IndexAnswer['facets']): Promise<void> {
  await learnLabels(
    opened,
    LABELED_TABLES.flatMap((table) =>
      (facets[table]?.counts ?? [])
        .slice(0, MAX_SHOWN_VALUES)
        .map(([valueNumber]): [LabeledTable, string] => [table, opened.tables[table].keyOf(valueNumber)]),
    ),
  )
}

/**
 * Looks up the display labels of values that have none cached, each from the first record found with the value, and
 * caches them in the value tables. Rejects if the request fails.
 */
export async function learnLabels(
  { client, target, tables }: OpenedIndex,
  values: [table: LabeledTable, key: string][],
): Promise<void> {
  const missing = values.filter(([table, key]) => !tables[table].hasLabel(key))
  if (missing.length === 0) return
  const lines = missing.flatMap(([table, key]) => [
    { index: target.index },
    {
      size: 1,
      terminate_after: 1,
      track_total_hits: false,
      stored_fields: ['labels'],
      query: { term: { [VALUE_FIELDS[table]]: key } },
    },
  ])
  // The status keeps a place in `responses` for a search that found nothing, so that places match those of `missing`.
  const path = '/_msearch?filter_path=responses.status,responses.hits.hits.fields.labels'
  const { responses } = await client.ask<LabelResponse>('POST', path, lines)
  missing.forEach(([table, key], at) => {
    // A search that failed is repeated when the value is shown next.
    if (responses[at]?.status !== HTTP_OK) return
    const [json = '{}'] = responses[at]?.hits?.hits?.[0]?.fields?.labels ?? []
    const labels = JSON.parse(json) as ValueLabels
    // Without an entry, the label is the key until the index is opened again.
    const [, label = key] = labels[table]?.find(([labeledKey]) => labeledKey === key) ?? []
    tables[table].setLabel(key, label)
  })
}
