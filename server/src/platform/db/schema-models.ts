type Flag = 0 | 1

export interface ModelsTable {
  id: string
  kind: 'chat' | 'embedding' | 'rerank'
  name: string
  base_url: string
  /** The model's name at the endpoint. */
  model: string
  /** Encrypted. */
  api_key: string | null
  /** The last characters of the key. */
  key_hint: string | null
  context_tokens: number
  inside: Flag
  active: Flag
  created_at: string
  updated_at: string
}

export interface ModelDefaultsTable {
  kind: ModelsTable['kind']
  /** Id of a row of `models`, or of a model from the settings. */
  model_id: string
}

export interface ApplicationModelsTable {
  application_id: string
  model_id: string
  position: number
  is_default: Flag
}

export interface ModelUsageTable {
  user_id: string
  /** Calendar day in Beijing, `2026-03-02`. */
  day: string
  tokens: number
}

/** Tokens reserved for calls in progress. */
export interface TokenReservationsTable {
  id: string
  user_id: string
  day: string
  tokens: number
  created_at: string
}

/** Tables of language models and their use. */
export interface ModelTables {
  models: ModelsTable
  model_defaults: ModelDefaultsTable
  application_models: ApplicationModelsTable
  model_usage: ModelUsageTable
  token_reservations: TokenReservationsTable
}
