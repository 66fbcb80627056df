import type { ReportReference, ResearchSource, ResearchState } from '@scinav/contract'
import { previewList } from '../../citation/export/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { stepSources } from '../run/research.ts'

/**
 * Returns the references that a report cites, by number, and the sources that were only read, in the standard
 * style.
 */
export async function loadReferences(
  ctx: Context,
  state: ResearchState,
): Promise<{ references: ReportReference[]; read_not_cited: ReportReference[] }> {
  const sourceOf = new Map(state.evidence.map(({ passage_id, source_id }) => [passage_id, source_id]))
  const numbers = new Map<string, number>()
  for (const { citations } of state.sections)
    for (const { n, passage_id } of citations) numbers.set(sourceOf.get(passage_id) ?? passage_id, n)
  const entries = await loadReferenceEntries(ctx, stepSources(state))
  const byId = new Map(entries.map((each) => [each.source_id, each]))
  return {
    references: [...numbers]
      .toSorted((a, b) => a[1] - b[1])
      .flatMap(([id, n]) => {
        const each = byId.get(id)
        return each ? [{ ...each, n }] : []
      }),
    read_not_cited: entries.filter(({ source_id }) => !numbers.has(source_id)),
  }
}

/** Returns formatted entries of sources, without numbers. */
export async function loadReferenceEntries(
  ctx: Context,
  sources: ResearchSource[],
): Promise<ReportReference[]> {
  const formatted = await formatSources(ctx, sources)
  return sources.map(({ source_id, paper_id, document_id, file_id, title }) => ({
    n: null,
    source_id,
    paper_id,
    document_id,
    file_id,
    title,
    text: formatted.get(source_id) ?? title,
  }))
}

/**
 * Formats sources, by id, in the standard style; sources outside the library from the fields that are known.
 */
async function formatSources(ctx: Context, sources: ResearchSource[]): Promise<Map<string, string>> {
  const inLibrary = sources.filter(({ paper_id }) => paper_id !== null)
  const ids = [...new Set(inLibrary.flatMap(({ paper_id }) => paper_id ?? []))]
  const request = { paper_id_list: ids, style: 'spec', format: 'text' } as const
  const nothing: { items: string[]; missing: string[] } = { items: [], missing: [] }
  const { items, missing } = ids.length > 0 ? await previewList(ctx, request) : nothing
  const existing = ids.filter((id) => !missing.includes(id))
  const entries = new Map(existing.map((id, at) => [id, (items[at] ?? '').replace(/^\[\d+\]/, '')]))
  return new Map(
    sources.map((each) => [each.source_id, entries.get(each.paper_id ?? '') ?? plainEntry(each)]),
  )
}

const plainEntry = ({ authors, title, venue, year, url }: ResearchSource): string =>
  [authors.join(','), title, [venue, year ?? ''].filter((part) => part !== '').join(','), url ?? '']
    .filter((part) => part !== '')
    .join('.')
