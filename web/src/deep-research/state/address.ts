import { useAddressQuery } from '../../ui/use-address-query.ts'

/** The two sides of a run: what is being done, what is being written. */
export type RunSide = 'research' | 'report'

/** The address of a run that goes on or has ended. */
export const runAddress = (run_id: string): string => `/deepResearch?${new URLSearchParams({ run_id })}`

/** What the address says: the open run and its side, or what is to be researched. */
export function useResearchAddress() {
  const [query, change] = useAddressQuery()
  const named = query.get('view')
  const view: RunSide | undefined = named === 'report' || named === 'research' ? named : undefined
  return {
    run_id: query.get('run_id') ?? '',
    /** Nothing until somebody has chosen. */
    view,
    question: query.get('question') ?? '',
    engines: query.getAll('engines'),
    paper_ids: query.getAll('paper_id_list'),
    dataset_id: query.get('dataset_id') ?? '',
    folder_id: query.get('folder_id') ?? '',
    see: (to: RunSide) =>
      change((now) => {
        const next = new URLSearchParams(now)
        next.set('view', to)
        return next
      }),
    /** Takes papers away that the research was to be narrowed to. */
    withoutPapers: () =>
      change((now) => {
        const next = new URLSearchParams(now)
        next.delete('paper_id_list')
        return next
      }),
  }
}
