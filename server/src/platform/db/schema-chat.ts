import type { Flag, IsoTime } from './column-types.ts'

/** A chat of a person with an application. */
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
  pinned_at: IsoTime | null
  deleted_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

/** A question and its answer. Until the answer is complete, its text exists in its events only. */
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
  status: 'pending' | 'streaming' | 'checking' | 'done' | 'cancelled' | 'failed'
  /** JSON array of the contract's citations. */
  citations: string
  engine: 'model' | 'extractive'
  model: string | null
  /** JSON array of sentences in Chinese that are shown with the answer. */
  notices: string
  /** JSON array of the contract's tool calls. */
  tool_calls: string
  /** JSON array of the contract's revisions. */
  revisions: string
  /** JSON array of the ranges of the answer that its reader has struck out, in UTF-16 offsets. */
  struck: string
  /** JSON of the tokens used. */
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
  lease_until: IsoTime | null
  cancel_requested: Flag
  created_at: IsoTime
  finished_at: IsoTime | null
}

/** An event of an answer in progress. */
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
  created_at: IsoTime
}

/** A person's rating of an answer. */
export interface ThumbsTable {
  record_id: string
  user_id: string
  /** 1: helpful; -1: not. */
  flag: 1 | -1
  /** JSON array of strings. */
  reasons: string
  comment: string | null
  created_at: IsoTime
}

/** An application or an agent that a person has put among their own. */
export interface ToolMarksTable {
  user_id: string
  /** An application, or an agent of another site; both come from the configuration. */
  tool_id: string
  created_at: IsoTime
}

/** A prompt that a person has saved. */
export interface UserPromptsTable {
  id: string
  user_id: string
  name: string
  content: string
  type: string
  created_at: IsoTime
  updated_at: IsoTime
}

/** A tool server that an operator has added. */
export interface McpServersTable {
  id: string
  name: string
  description: string
  /** Prefix of the names of its tools; unique. */
  prefix: string
  transport: 'http' | 'stdio'
  url: string | null
  command: string | null
  /** JSON array of strings. */
  args: string
  /** JSON object: header or variable → encrypted value. */
  secrets: string
  /** 1: it may have an address inside the institution's network. */
  inside: Flag
  /** 1: its word that a tool only reads is believed, so such tools need no approval. */
  trusted: Flag
  active: Flag
  state: 'unknown' | 'ready' | 'failed'
  message: string | null
  /** JSON: the tools as the operator approved them, with the hash of the server's listing at that time. */
  approved_tools: string | null
  approved_hash: string | null
  approved_at: IsoTime | null
  /** Tools and hash of the last test, if they differ. */
  found_tools: string | null
  found_hash: string | null
  checked_at: IsoTime | null
  created_at: IsoTime
  updated_at: IsoTime
}

/** A server that a person has switched on. */
export interface McpChoicesTable {
  user_id: string
  server_id: string
  created_at: IsoTime
}

/** A call of a tool, for the operator's log; it holds neither arguments nor results. */
export interface McpCallsTable {
  id: string
  user_id: string
  server_id: string
  server_name: string
  tool: string
  /** SHA-256, hex. */
  args_hash: string
  ok: Flag
  ms: number
  created_at: IsoTime
}

/** Tables of chats, their tools and tool servers. */
export interface ChatTables {
  chats: ChatsTable
  chat_records: ChatRecordsTable
  chat_events: ChatEventsTable
  chat_approvals: ChatApprovalsTable
  thumbs: ThumbsTable
  tool_marks: ToolMarksTable
  user_prompts: UserPromptsTable
  mcp_servers: McpServersTable
  mcp_choices: McpChoicesTable
  mcp_calls: McpCallsTable
}
