import type { Flag, IsoTime } from './column-types.ts'

/** A model that an operator has added; others come from the settings. */
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
  /** Size of the context window, in tokens. */
  context_tokens: number
  /** 1: it runs inside the institution, so text sent to it does not leave. */
  inside: Flag
  active: Flag
  created_at: IsoTime
  updated_at: IsoTime
}

/** The default model of each kind. */
export interface ModelDefaultsTable {
  kind: ModelsTable['kind']
  /** Id of a row of `models`, or of a model from the settings. */
  model_id: string
}

/** A model to which an application is restricted; without rows it may use every model. */
export interface ApplicationModelsTable {
  application_id: string
  /** Id of a row of `models`, or of a model from the settings. */
  model_id: string
  /** The place at which the application offers the model, from 0. */
  position: number
  is_default: Flag
}

/** Tokens that a person has used on one day. */
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
  /** Calendar day in Beijing on which the tokens count. */
  day: string
  tokens: number
  created_at: IsoTime
}

/** Tables of AI models and their use. */
export interface ModelTables {
  models: ModelsTable
  model_defaults: ModelDefaultsTable
  application_models: ApplicationModelsTable
  model_usage: ModelUsageTable
  token_reservations: TokenReservationsTable
}
