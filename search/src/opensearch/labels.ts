import type { CountedFacet, IndexAnswer } from '../planning/term-index.ts'
import type { ValueLabels } from './documents.ts'
import { VALUE_FIELDS } from './match-query.ts'
import type { OpenedIndex } from './opened-index.ts'

/** Number of values of a facet that are shown. */
const MAX_SHOWN_VALUES = 30
/** Tables of values whose labels may differ from their keys. */
const LABELED_TABLES = ['author', 'keyword', 'source'] as const
type LabeledTable = (typeof LABELED_TABLES)[number]

/** Response of searches that return one record each, with its labels. */
interface LabelResponse {
  responses: { hits?: { hits?: { fields?: { labels?: string[] } }[] } }[]
}

/** Looks up the display labels of the values that facets show and caches them, see `learnLabels`. */
export async function learnFacetLabels(opened: OpenedIndex, facets: IndexAnswer['facets']): Promise<void> {
  await learnLabels(
    opened,
    LABELED_TABLES.flatMap((table) =>
      (facets[table satisfies CountedFacet]?.counts ?? [])
        .slice(0, MAX_SHOWN_VALUES)
        .map(([number]): [LabeledTable, string] => [table, opened.tables[table].keyOf(number)]),
    ),
  )
}

/** Looks up display labels, each from the first record found with the value, and caches them in the value tables. */
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
  const path = '/_msearch?filter_path=responses.status,responses.hits.hits.fields.labels'
  const { responses } = await client.ask<LabelResponse>('POST', path, lines)
  missing.forEach(([table, key], at) => {
    const [json = '{}'] = responses[at]?.hits?.hits?.[0]?.fields?.labels ?? []
    const labels = JSON.parse(json) as ValueLabels
    // Without an entry, the label is the key.
    const [, label = key] = labels[table]?.find(([other]) => other === key) ?? []
    tables[table].setLabel(key, label)
  })
}
