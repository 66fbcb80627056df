import type { api, EngineId, OutputOf, Reference } from '@scinav/contract'

type MatchEvent = OutputOf<typeof api.citing.match>
/** The proposal for one sentence. */
export type SentenceMatch = Omit<Extract<MatchEvent, { event: 'matched' }>['data'], 'at'>
export type Candidate = SentenceMatch['candidates'][number]
export type CitedPaper = Candidate['paper']
type ParsedSentence = Extract<MatchEvent, { event: 'sentences' }>['data']['sentences'][number]

/** A sentence of the manuscript, with offsets in its text. */
export interface Sentence extends ParsedSentence {
  found?: SentenceMatch | undefined
  /** The user has overruled the automatic decision. */
  overruled?: boolean
  /** The papers it cites now. */
  cited: CitedPaper[]
}

/** An entry of the manuscript's own reference list, or a work of the user's own that the text now cites. */
export interface OwnEntry {
  key: string
  entry: string
  /** Id of the library paper it matches. */
  paper_id: string | null
  /** The record of a work of the user's own. */
  work?: Reference
}

export interface ManuscriptState {
  /** The text before it is processed; kept while the user is elsewhere. */
  draft: string
  /** Datasets to search; empty for the whole library. */
  datasets: { id: string; name: string }[]
  /** The library and outside engines. */
  engines: EngineId[]
  /** Works of the user's own in BibTeX or RIS, which are searched too. */
  works: string
  /** The text without its own reference list; empty before the first run. */
  text: string
  own: OwnEntry[]
  sentences: Sentence[]
  /** Offset up to which the text has been processed. */
  done: number
  /** Number of papers searched. */
  papers: number | undefined
  isRunning: boolean
  /** Why it stopped before the end. */
  problem: string | undefined
  /**
   * Every strong first candidate is accepted as it is found, until the whole text is processed or the user stops it.
   */
  takesStrong: boolean
  /** Index of the selected sentence. */
  current: number | undefined
  /** Its id on the server. */
  saved_id?: string | undefined
}
