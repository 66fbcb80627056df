import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, listOf, noInput, noOutput, optionalText, pagedChatInput, pageOf, time } from './shapes.ts'
import { application } from './tools.ts'

/** A chat as a list shows it. */
const chat = z.object({
  id,
  application_id: id,
  title: z.string(),
  /** Null for a chat that is not pinned. */
  pinned_at: time.nullable(),
  dataset_id: id.nullable(),
  paper_id_list: z.array(id),
  /** The questions asked so far, regenerated answers included. */
  record_count: z.number().int(),
  created_at: time,
  updated_at: time,
})

/** A model that the user may choose. */
const model = z.object({
  id: z.string(),
  name: z.string(),
  default: z.boolean(),
  available: z.boolean(),
  /** Why the model is not available, in Chinese. */
  reason: z.string().nullable(),
  /** Text is sent outside this machine; the user is informed before the first time. */
  external: z.boolean(),
  /** The host that receives the text, such as `api.example.com`; null where it stays inside. */
  host: z.string().nullable(),
  /**
   * Outside hosts to which the search sends the question and passages: those of the embedding model and the reranker.
   * They are the same for every model of an application, and none where it does not search.
   */
  search_hosts: z.array(z.string()),
})

const applicationParams = { application_id: id }

/** Path parameters of the calls about one chat. */
export const chatParams = { application_id: id, chat_id: id }

/** A chat without questions that was opened, and the application that it belongs to. */
const openedChat = z.object({ chat_id: id, application })

/** Returns the schema of a list of at most `max` ids. */
export const idList = (max: number) => listOf(id, max)

/**
 * Calls about chats: listing, opening, renaming, pinning and deleting. For `extra` and `writes` see `Endpoint`; the
 * specification opens chats with GET.
 */
export const chatApi = {
  pinned: {
    method: 'GET',
    path: '/api/application/chat/top_list',
    access: 'user',
    summary: 'Pinned chats of all applications, newest first',
    input: noInput,
    output: z.array(chat),
  },
  recent: {
    method: 'GET',
    path: '/api/application/chat/last_month',
    access: 'user',
    summary: 'Chats of the last 30 days that are not pinned, newest first',
    input: z.object({ keyword: optionalText(200) }),
    output: z.array(chat),
  },
  remove: {
    method: 'DELETE',
    path: '/api/application/{application_id}/chat/{chat_id}',
    access: 'user',
    summary: 'Deletes a chat; can be undone for 30 days',
    input: z.object(chatParams),
    output: noOutput,
  },
  rename: {
    method: 'PUT',
    path: '/api/application/{application_id}/chat/{chat_id}',
    access: 'user',
    summary: 'Gives a chat another title',
    input: z.object({ ...chatParams, title: z.string().trim().min(1, '请填写标题').max(100) }),
    output: chat,
    extra: true,
  },
  pin: {
    method: 'PUT',
    path: '/api/application/{application_id}/chat/{chat_id}/top',
    access: 'user',
    summary: 'Pins a chat',
    input: z.object(chatParams),
    output: chat,
  },
  unpin: {
    method: 'PUT',
    path: '/api/application/{application_id}/chat/{chat_id}/cancel_top',
    access: 'user',
    summary: 'Takes the pin off a chat',
    input: z.object(chatParams),
    output: chat,
  },
  restore: {
    method: 'PUT',
    path: '/api/application/{application_id}/chat/{chat_id}/restore',
    access: 'user',
    summary: 'Brings a deleted chat back',
    input: z.object(chatParams),
    output: chat,
    extra: true,
  },
  models: {
    method: 'GET',
    path: '/api/application/{application_id}/app_model_mapping',
    access: 'user',
    summary: 'Models this application may use; the extractive engine is always one of them',
    input: z.object(applicationParams),
    output: z.array(model),
  },
  usage: {
    method: 'GET',
    path: '/api/application/model_usage',
    access: 'user',
    extra: true,
    summary: 'Tokens of language models that I have used today, running answers included, and the limit',
    input: noInput,
    output: z.object({
      used: z.number().int(),
      /** Tokens that may be used per day, which begins at midnight in Beijing; null for no limit. */
      limit: z.number().int().nullable(),
    }),
  },
  ofApplication: {
    method: 'GET',
    path: '/api/application/{application_id}/chat/client/{page}/{rows}',
    access: 'user',
    summary: 'My chats of one application, newest first',
    input: pagedChatInput({ ...applicationParams, keyword: optionalText(200) }),
    output: pageOf(chat),
  },
  open: {
    method: 'GET',
    path: '/api/application/{application_id}/chat/open',
    access: 'user',
    summary: 'A new chat; an empty one that was not used is handed out again',
    input: z.object({ ...applicationParams, paper_id_list: idList(50) }),
    output: openedChat,
    writes: true,
  },
  /** Does the same as `open`; the specification has this path for the chats that open beside another screen. */
  openCommon: {
    method: 'GET',
    path: '/api/application/common_chat/open/{application_id}',
    access: 'user',
    summary: 'A new chat about what is on the screen',
    input: z.object({ ...applicationParams, paper_id_list: idList(50) }),
    output: openedChat,
    writes: true,
  },
  openDataset: {
    method: 'GET',
    path: '/api/application/dataset_chat/{dataset_id}/open',
    access: 'user',
    summary: 'A new chat about a dataset',
    input: z.object({ dataset_id: id }),
    output: openedChat,
    writes: true,
  },
} satisfies Endpoints
