import type { FacetName, IndexAnswer } from '../planning/request.ts'
import type { Labels } from './documents.ts'
import { VALUE_FIELDS } from './match-query.ts'
import type { Opened } from './opened.ts'

const LABELLED = ['author', 'keyword', 'source'] as const
type Labelled = (typeof LABELLED)[number]

interface Answer {
  responses: { hits?: { hits?: { fields?: { labels?: string[] } }[] } }[]
}

/** Learns how the values of some facets are written. */
export async function nameValues(opened: Opened, facets: IndexAnswer['facets']): Promise<void> {
  const shown = 30
  await learnLabels(
    opened,
    LABELLED.flatMap((table) =>
      (facets[table satisfies FacetName]?.counts ?? [])
        .slice(0, shown)
        .map(([number]): [Labelled, string] => [table, opened.tables[table].keyOf(number)]),
    ),
  )
}

/** Learns how values are written, each from the first record found that has it: they are remembered. */
export async function learnLabels(
  { client, target, tables }: Opened,
  values: [table: Labelled, key: string][],
): Promise<void> {
  const missing = values.filter(([table, key]) => !tables[table].hasLabel(key))
  if (missing.length === 0) return
  const lines = missing.flatMap(([table, key]) => [
    { index: target.index },
    {
      ...{ size: 1, terminate_after: 1, track_total_hits: false, stored_fields: ['labels'] },
      query: { term: { [VALUE_FIELDS[table]]: key } },
    },
  ])
  const path = '/_msearch?filter_path=responses.status,responses.hits.hits.fields.labels'
  const { responses } = await client.ask<Answer>('POST', path, lines)
  missing.forEach(([table, key], at) => {
    const [written = '{}'] = responses[at]?.hits?.hits?.[0]?.fields?.labels ?? []
    const labels = JSON.parse(written) as Labels
    const own = labels[table]?.find(([each]) => each === key)
    tables[table].nameLabel(key, own?.[1] ?? key)
  })
}
