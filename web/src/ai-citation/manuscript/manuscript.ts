import type { api, EngineId, OutputOf, Reference } from '@scinav/contract'

type MatchEvent = OutputOf<typeof api.citing.match>
/** The proposal for one sentence. */
export type SentenceMatch = Omit<Extract<MatchEvent, { event: 'matched' }>['data'], 'at'>
/** A paper that may be cited at a sentence, with the words that speak for it. */
export type Candidate = SentenceMatch['candidates'][number]
/** The part of a paper that its citation needs. */
export type CitedPaper = Candidate['paper']
/** A sentence as the server reports it. */
type ParsedSentence = Extract<MatchEvent, { event: 'sentences' }>['data']['sentences'][number]

/** A sentence of the manuscript, with offsets in its text (UTF-16 units, end exclusive). */
export interface Sentence extends ParsedSentence {
  /** The proposal, once the sentence has been processed. */
  found?: SentenceMatch | undefined
  /** The user has overruled the automatic decision on whether it needs a citation. */
  overruled?: boolean
  /** The papers it cites now. */
  cited: CitedPaper[]
}

/** An entry of the manuscript's own reference list, or a work of the user's own that the text now cites. */
export interface OwnEntry {
  /** The key of its citations in a composed text. */
  key: string
  /** As written in the manuscript; `''` for a work of the user's own. */
  entry: string
  /** Id of the library paper it matches. */
  paper_id: string | null
  /** The record of a work of the user's own. */
  work?: Reference
}

/** A manuscript, the run that finds references for it, and the choices on the screen. */
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
  /** The entries that the text cites beside papers of the library. */
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
  /** Its id on the server; undefined until it has been saved there. */
  saved_id?: string | undefined
}
