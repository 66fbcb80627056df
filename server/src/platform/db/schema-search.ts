export interface FoundWorksTable {
  key: string
  /** JSON of a Work. */
  work: string
  /** When it was last shown to a person. */
  found_at: string
}

export interface EngineAnswersTable {
  /** SHA-256 of engine and query. */
  key: string
  /** JSON */
  answer: string
  asked_at: string
}

/** The rate limit of an engine; times in milliseconds of the database's clock. */
export interface EngineTurnsTable {
  engine: string
  /** The earliest start of the next request. */
  next_at: number
  held_until: number
}

export interface OutsideTables {
  found_works: FoundWorksTable
  engine_answers: EngineAnswersTable
  engine_turns: EngineTurnsTable
}
