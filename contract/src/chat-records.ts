import { z } from 'zod'
import { answerEvent, answerFault, answerRevision, answerUsage, citation, toolCall } from './answers.ts'
import { chatParams, idList } from './chat.ts'
import type { Endpoints } from './endpoint.ts'
import {
  flag,
  fromDigits,
  id,
  listOf,
  noInput,
  noOutput,
  optionalText,
  pagedChatInput,
  pageOf,
  time,
} from './shapes.ts'
import { understoodQuestion } from './understood-question.ts'

/** An object attached to a question. */
const attachment = z.object({
  kind: z.enum(['paper', 'dataset', 'document', 'file', 'folder', 'tag']),
  id,
  name: z.string(),
})

/** A range of a text in UTF-16 units; `end` is exclusive. */
const textSpan = z.object({ start: z.number().int(), end: z.number().int() })

/** A question of a chat with its answer. */
export const chatRecord = z.object({
  id,
  chat_id: id,
  application_id: id,
  /** The preceding record; null at the beginning of the chat. */
  parent_id: id.nullable(),
  /** Answers at the same position of the chat: this one is number `sibling_index` (from 1) of `sibling_count`. */
  sibling_index: z.number().int(),
  sibling_count: z.number().int(),
  sibling_ids: z.array(id),
  question: z.string(),
  attachments: z.array(attachment),
  /** Markdown. */
  answer: z.string(),
  reasoning: z.string(),
  /** `checking`: the answer is complete, and a model checks its citations. */
  status: z.enum(['pending', 'streaming', 'checking', 'done', 'cancelled', 'failed']),
  citations: z.array(citation),
  engine: z.enum(['model', 'extractive']),
  model: z.string().nullable(),
  /** Remarks for the reader of the answer: that no model is configured, or that vector search failed. */
  notices: z.array(z.string()),
  /** Ranges of the answer that its reader has struck out, as UTF-16 offsets; the answer itself is complete. */
  struck: z.array(textSpan),
  /** What was changed after the check of the citations, in the order of the answer. */
  revisions: z.array(answerRevision),
  /** Every tool call in its last state. */
  tool_calls: z.array(toolCall),
  usage: answerUsage.nullable(),
  error: answerFault.nullable(),
  /** The number of the last event. */
  stream_seq: z.number().int(),
  /** The reader's judgement: 1 good, -1 bad, 0 none. */
  thumbs_flag: z.union([z.literal(1), z.literal(0), z.literal(-1)]),
  thumbs_reasons: z.array(z.string()),
  other_questions: z.array(z.string()),
  /** Null where no search was made, and for old records. */
  understood: understoodQuestion.nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

/** Longest message in characters. */
const MAX_MESSAGE_CHARS = 32_000

/** A message of the user, and what its answer is based on. */
const message = z
  .object({
    chat_id: id,
    /** May be absent where a question is answered again. */
    message: z.string().trim().max(MAX_MESSAGE_CHARS, '问题最长 32,000 字').default(''),
    /** `regenerate` answers the question of `parent_id` again; `edit` replaces it by another wording. */
    mode: z.enum(['new', 'regenerate', 'edit']).default('new'),
    /** The record that is answered again or edited; for a new message the preceding record. */
    parent_id: id.optional(),
    model: z.string().max(100).optional(),
    engines: listOf(z.string().max(32), 10),
    paper_id_list: idList(50),
    dataset_id: id.optional(),
    document_ids: idList(100),
    file_ids: idList(10),
    folder_ids: idList(50),
    tag_ids: idList(50),
    /**
     * For an edited question: `given` uses `document_ids` and `file_ids` even when they are empty, `before` keeps the
     * previous ones.
     */
    attachments: z.enum(['before', 'given']).default('before'),
    mcp_ids: idList(10),
    inputs: z.record(z.string().max(64), z.string().max(MAX_MESSAGE_CHARS)).default({}),
    /** Chips of `understood` that the reader has removed, each by its `chipKey`. */
    without_chips: listOf(z.string().max(300), 20),
    /** Whether the model answers from its own knowledge where nothing is found. */
    general_knowledge: flag.default(false),
  })
  .superRefine(({ message, mode, parent_id }, ctx) => {
    const fault = (path: string, text: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message: text })
    if (mode !== 'regenerate' && message === '') fault('message', '请输入问题')
    if (mode !== 'new' && parent_id === undefined) fault('parent_id', '请说明是哪一条回答')
  })

/** Calls about the questions and answers of a chat. For the flags of a call see `Endpoint`. */
export const chatRecordsApi = {
  records: {
    method: 'GET',
    path: '/api/application/{application_id}/chat/{chat_id}/chat_record/{page}/{rows}',
    access: 'user',
    summary: 'Records of a chat in reading order, newest page first; of siblings the newest is shown',
    /** `through` selects the thread that contains this record, where a sibling other than the newest is wanted. */
    input: pagedChatInput({ ...chatParams, through: id.optional() }),
    output: pageOf(chatRecord),
  },
  record: {
    method: 'GET',
    path: '/api/application/{application_id}/chat/{chat_id}/chat_record/{chat_record_id}',
    access: 'user',
    summary: 'One record with its citations',
    input: z.object({ ...chatParams, chat_record_id: id }),
    output: chatRecord,
  },
  send: {
    method: 'POST',
    path: '/api/application/chat_message/{chat_id}',
    access: 'user',
    summary: 'Sends a message; answers the stream of its answer',
    input: message,
    output: answerEvent,
    reply: 'stream',
    creates: true,
    extra: true,
  },
  resume: {
    method: 'GET',
    path: '/api/application/{application_id}/chat/{chat_id}/chat_record/{chat_record_id}/stream',
    access: 'user',
    summary: 'The stream of an answer after `Last-Event-ID`; after its end the last event',
    input: z.object({ ...chatParams, chat_record_id: id }),
    output: answerEvent,
    reply: 'stream',
    extra: true,
  },
  approve: {
    method: 'POST',
    path: '/api/application/chat/approve',
    access: 'user',
    summary: 'Lets a tool that changes something run with exactly the arguments shown, or not',
    input: z.object({ chat_record_id: id, call_id: z.string().max(100), approved: flag }),
    output: noOutput,
    extra: true,
  },
  otherQuestions: {
    method: 'GET',
    path: '/api/application/{chat_id}/other_questions/{chat_record_id}',
    access: 'user',
    summary: 'Three questions that could follow an answer',
    input: z.object({ chat_id: id, chat_record_id: id }),
    output: z.array(z.string()),
  },
  redact: {
    method: 'PUT',
    path: '/api/application/{application_id}/chat/{chat_id}/chat_record/{chat_record_id}/struck',
    access: 'user',
    summary: 'Strikes out what a mark stands for that its source does not support, or brings it back',
    input: z.object({
      ...chatParams,
      chat_record_id: id,
      /** The offset of the mark in the answer. */
      mark: z.number().int().min(0),
      struck: z.boolean(),
    }),
    output: z.array(textSpan),
  },
  revise: {
    method: 'PUT',
    path: '/api/application/{application_id}/chat/{chat_id}/chat_record/{chat_record_id}/revision',
    access: 'user',
    summary: 'Undoes a change that the check of the citations made, or makes it again',
    input: z.object({
      ...chatParams,
      chat_record_id: id,
      /** The index of the change in `revisions`. */
      revision: z.number().int().min(0),
      undone: z.boolean(),
    }),
    output: noOutput,
    extra: true,
  },
  thumbsReasons: {
    method: 'GET',
    path: '/api/application/chat/thumbs_reasons',
    access: 'user',
    summary: 'Reasons to choose from, for a good and for a bad answer',
    input: noInput,
    output: z.object({ up: z.array(z.string()), down: z.array(z.string()) }),
  },
  thumbs: {
    method: 'POST',
    path: '/api/application/chat/thumbs_flag',
    access: 'user',
    summary: 'Says whether an answer was good; 0 takes it back',
    input: z.object({
      chat_record_id: id,
      thumbs_flag: fromDigits(z.union([z.literal(1), z.literal(0), z.literal(-1)])),
      reasons: listOf(z.string().max(50), 10),
      comment: optionalText(1_000),
    }),
    output: noOutput,
  },
  cited: {
    method: 'GET',
    path: '/api/paper/ordered_paper_list/{chat_record_id}',
    access: 'user',
    summary: 'Papers an answer cites, in the order of their numbers',
    input: z.object({ chat_record_id: id }),
    output: z.array(z.object({ n: z.number().int(), paper_id: id, title: z.string() }).loose()),
  },
} satisfies Endpoints
