/** One reason to recommend papers: a search for them, a weight, and the text shown with each paper. */
export interface RecommendationSignal {
  query: string
  weight: number
  reason: string
  sort: 'date' | 'citations'
}

/** Maximum number of signals of each kind, such as followed authors. */
export const MAX_SIGNALS_PER_KIND = 10
