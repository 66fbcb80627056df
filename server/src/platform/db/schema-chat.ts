type Flag = 0 | 1

export interface ChatsTable {
  id: string
  user_id: string
  application_id: string
  /** Empty until the first question provides it. */
  title: string
  dataset_id: string | null
  /** JSON array of ids. */
  paper_ids: string
  record_count: number
  pinned_at: string | null
  deleted_at: string | null
  created_at: string
  updated_at: string
}

/** A question and its answer. Until the answer has ended, its text exists in its events only. */
export interface ChatRecordsTable {
  id: string
  chat_id: string
  user_id: string
  application_id: string
  /** The record this one follows; siblings have the same parent. */
  parent_id: string | null
  question: string
  /** JSON of the contract's attachments. */
  attachments: string
  /** JSON of the other parameters of the request, so that it can be repeated. */
  request: string
  answer: string
  reasoning: string
  status: 'pending' | 'streaming' | 'done' | 'cancelled' | 'failed'
  /** JSON array of the contract's citations. */
  citations: string
  engine: 'model' | 'extractive'
  model: string | null
  /** JSON array of sentences. */
  notices: string
  /** JSON array of the contract's tool calls. */
  tool_calls: string
  /** JSON array of spans of the answer. */
  struck: string
  /** JSON. */
  usage: string | null
  /** JSON of the contract's fault. */
  error: string | null
  /** The number of the last event. */
  stream_seq: number
  /** JSON array of strings. */
  other_questions: string
  /** JSON of the contract's `understood`. */
  understood: string | null
  idempotency_key: string | null
  /** SHA-256 of the request sent with the key, hex. */
  request_hash: string | null
  /** The lease of the process that produces the answer, see `takeLease`. */
  lease: string | null
  lease_until: string | null
  cancel_requested: Flag
  created_at: string
  finished_at: string | null
}

export interface ChatEventsTable {
  record_id: string
  /** From 1 without gaps. */
  seq: number
  /** JSON of `{ event, data }`. */
  event: string
}

/** The approval of a tool call that changes something; `approved` is null until the person decides. */
export interface ChatApprovalsTable {
  record_id: string
  call_id: string
  approved: Flag | null
  created_at: string
}

export interface ThumbsTable {
  record_id: string
  user_id: string
  flag: 1 | -1
  /** JSON array of strings. */
  reasons: string
  comment: string | null
  created_at: string
}

export interface PaperTranslationsTable {
  paper_id: string
  field: 'title' | 'abstract'
  language: 'zh' | 'en'
  /** SHA-256 of the source text, hex: a paper that changes is translated again. */
  source_hash: string
  text: string
  model: string
  created_at: string
}

export interface ChatTables {
  chats: ChatsTable
  chat_records: ChatRecordsTable
  chat_events: ChatEventsTable
  chat_approvals: ChatApprovalsTable
  thumbs: ThumbsTable
  paper_translations: PaperTranslationsTable
}
