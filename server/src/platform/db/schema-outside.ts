export interface FoundWorksTable {
  key: string
  /** JSON of a Work. */
  work: string
  /** When it was last shown to somebody. */
  found_at: string
}

export interface EngineAnswersTable {
  /** SHA-256 of engine and question. */
  key: string
  /** JSON */
  answer: string
  asked_at: string
}

/** Milliseconds on the database's clock. */
export interface EngineTurnsTable {
  engine: string
  /** When the next request may begin. */
  next_at: number
  held_until: number
}

export interface OutsideTables {
  found_works: FoundWorksTable
  engine_answers: EngineAnswersTable
  engine_turns: EngineTurnsTable
}
