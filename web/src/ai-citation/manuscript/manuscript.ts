import type { api, EngineId, OutputOf, Reference } from '@scinav/contract'

type MatchEvent = OutputOf<typeof api.citing.match>
/** What was proposed for a sentence. */
export type SentenceMatch = Omit<Extract<MatchEvent, { event: 'matched' }>['data'], 'at'>
export type Candidate = SentenceMatch['candidates'][number]
export type CitedPaper = Candidate['paper']
type ParsedSentence = Extract<MatchEvent, { event: 'sentences' }>['data']['sentences'][number]

/** A sentence of the manuscript; offsets in its text. */
export interface Sentence extends ParsedSentence {
  found?: SentenceMatch | undefined
  /** The person said otherwise than the rules. */
  overruled?: boolean
  /** Papers that it cites now. */
  cited: CitedPaper[]
}

/** An entry of the manuscript’s own list of references, or a work of the person’s own that the text cites now. */
export interface OwnEntry {
  key: string
  entry: string
  /** The paper of the library that it is. */
  paper_id: string | null
  /** What is known of a work of the person’s own. */
  work?: Reference
}

export interface ManuscriptState {
  /** What is typed before it is looked through; stays while the person looks elsewhere. */
  draft: string
  /** Datasets to look in; empty for the whole library. */
  datasets: { id: string; name: string }[]
  /** The library, and engines outside. */
  engines: EngineId[]
  /** Works of the person’s own in BibTeX or RIS, looked at besides. */
  works: string
  /** The text without its own list of references; empty before the first run. */
  text: string
  own: OwnEntry[]
  sentences: Sentence[]
  /** So far the text has been looked through. */
  done: number
  /** How many papers were searched. */
  papers: number | undefined
  isRunning: boolean
  /** Why it stopped before the end. */
  problem: string | undefined
  /** Every clear first is taken as it is found, until the whole text is looked through or the person says otherwise. */
  takesStrong: boolean
  /** The sentence that is looked at. */
  current: number | undefined
  /** Under which it is saved on the server. */
  saved_id?: string | undefined
}
