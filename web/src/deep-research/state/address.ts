import { useAddressQuery } from '../../ui/use-address-query.ts'

/** The two sides of a run: its process and its report. */
export type RunSide = 'research' | 'report'

/** Returns the address of a research run. */
export const runAddress = (run_id: string): string => `/deepResearch?${new URLSearchParams({ run_id })}`

/** Returns the state in the address: the open run and its side, or the parameters of a new research. */
export function useResearchAddress() {
  const [query, changeQuery] = useAddressQuery()
  const side = query.get('view')
  const view: RunSide | undefined = side === 'report' || side === 'research' ? side : undefined
  return {
    run_id: query.get('run_id') ?? '',
    /** Undefined until the user has chosen a side. */
    view,
    question: query.get('question') ?? '',
    engines: query.getAll('engines'),
    paper_ids: query.getAll('paper_id_list'),
    dataset_id: query.get('dataset_id') ?? '',
    folder_id: query.get('folder_id') ?? '',
    /** Shows a side of the open run. */
    showSide: (to: RunSide) =>
      changeQuery((before) => {
        const next = new URLSearchParams(before)
        next.set('view', to)
        return next
      }),
    /** Removes the papers that the research was limited to. */
    withoutPapers: () =>
      changeQuery((before) => {
        const next = new URLSearchParams(before)
        next.delete('paper_id_list')
        return next
      }),
  }
}
