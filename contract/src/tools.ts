import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { flag, id, listOf, noInput, noOutput, optionalText, time } from './shapes.ts'

/** A field of an application's form. */
const inputField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'textarea', 'select', 'papers']),
  required: z.boolean(),
  placeholder: z.string(),
  options: z.array(z.string()),
  /** The longest text in characters, or the most papers. */
  max: z.number().int(),
})

/** An application: a chat with its own instructions and form, or an external site. */
export const application = z.object({
  id,
  type: z.enum(['chat', 'paper_qa', 'dataset_chat', 'deep_research', 'writing', 'translate', 'external']),
  name: z.string(),
  /** The name of an icon of the product. */
  icon: z.string(),
  description: z.string(),
  category_id: z.string(),
  /** The text shown before the first question. */
  opening: z.string(),
  suggested_questions: z.array(z.string()),
  inputs: z.array(inputField),
  /** Whether the application is shown on the home screen. */
  index_flag: z.boolean(),
  /** Whether the application requires a model; others quote passages without one. */
  needs_model: z.boolean(),
  /** Whether the application requires a model and none that it may use is configured; questions to it are refused. */
  model_missing: z.boolean(),
  marked: z.boolean(),
  /** The screen that the application opens instead of a chat. */
  screen: z.string().nullable(),
  /** The address of an external agent. */
  url: z.string().nullable(),
})

/** A category of applications and how many it has. */
const category = z.object({ id: z.string(), name: z.string(), count: z.number().int() })

/** A prompt: a text that a user keeps to insert it into a question. */
const userPrompt = z.object({
  id,
  name: z.string(),
  content: z.string(),
  type: z.string(),
  created_at: time,
  updated_at: time,
})
/** The fields of a prompt that a user writes. */
const promptFields = {
  name: z.string().trim().min(1, '请填写名称').max(60, '名称最长 60 字'),
  content: z.string().trim().min(1, '请填写提示词').max(8_000, '提示词最长 8,000 字'),
  type: z.string().trim().min(1).max(32).default('custom'),
}

/** The categories of prompts; a user's own prompt may have any other. */
export const promptTypes = ['read', 'topic', 'method', 'data', 'write', 'submit', 'custom'] as const

/** The kinds of ready-made questions about papers. */
export const promptKinds = ['summary', 'compare', 'method', 'limits', 'review'] as const
/**
 * The question for a summary of a whole paper. None of its words may be used as search terms; how the summary is
 * presented is part of the application's instructions.
 */
export const SUMMARY_QUESTION = '请概括这篇文献。'
/** Longest question in characters, set by deep research. */
const MAX_QUESTION_CHARS = 4_000
/** The texts that suggested questions are made from. */
const promptScope = {
  paper_id_list: listOf(id, 50),
  dataset_id: id.optional(),
  application_id: id.optional(),
}

/** Calls about applications, prompts and suggested questions. For the flags of a call see `Endpoint`. */
export const toolsApi = {
  categories: {
    method: 'GET',
    path: '/api/dict/aiToolCategory',
    access: 'user',
    menu: '/aiApplications',
    summary: 'Categories of applications',
    input: noInput,
    output: z.array(category),
  },
  list: {
    method: 'GET',
    path: '/api/dict/aiTools',
    access: 'user',
    summary: 'Applications, with whether the caller marked them',
    input: z.object({ category_id: optionalText(32), keyword: optionalText(100) }),
    output: z.array(application),
  },
  mine: {
    method: 'GET',
    path: '/api/user/myAitools',
    access: 'user',
    menu: '/aiApplications',
    summary: 'Applications the caller marked, the last one first',
    input: noInput,
    output: z.array(application),
  },
  mark: {
    method: 'POST',
    path: '/api/user/markTool',
    access: 'user',
    menu: '/aiApplications',
    summary: 'Marks an application; twice is the same',
    input: z.object({ tool_id: id }),
    output: noOutput,
  },
  setMark: {
    method: 'PUT',
    path: '/api/user/markTool',
    access: 'user',
    menu: '/aiApplications',
    summary: 'Sets or takes the mark of an application',
    input: z.object({ tool_id: id, marked: flag.default(false) }),
    output: noOutput,
  },
  recommended: {
    method: 'GET',
    path: '/api/application/recommend/ai_tools',
    access: 'user',
    menu: '/aiApplications',
    summary: 'Applications for the caller: by disciplines, use, and what others use',
    input: noInput,
    output: z.array(application.extend({ reason: z.string() })),
  },
  agents: {
    method: 'GET',
    path: '/api/application/index_list',
    access: 'user',
    summary:
      'Agents of the home screen (`index_flag=true`) or the default ones, each with the flag of its list',
    input: z.object({ index_flag: flag.default(true) }),
    output: z.array(application),
  },
  knowledgeBaseAgent: {
    method: 'GET',
    path: '/api/application/dataset_chat/info',
    access: 'user',
    summary: 'The agent that talks to a knowledge base',
    input: noInput,
    output: application,
  },
  ofDataset: {
    method: 'GET',
    path: '/api/dataset/mappingApps/{dataset_id}',
    access: 'user',
    summary: 'Applications that can talk to a dataset',
    input: z.object({ dataset_id: id }),
    output: z.array(application),
  },
  external: {
    method: 'GET',
    path: '/api/application/query/out_application',
    access: 'user',
    menu: '/outAgent',
    summary: 'Agents of other sites, by category',
    input: z.object({ keyword: optionalText(100) }),
    output: z.array(category.extend({ list: z.array(application) })),
  },
  prompt: {
    method: 'GET',
    path: '/api/application/agent_prompt/{type}',
    access: 'user',
    summary: 'Ready questions about papers, filled with their titles',
    input: z.object({ type: z.enum(promptKinds), paper_id_list: listOf(id, 50) }),
    output: z.array(z.object({ name: z.string(), content: z.string() })),
  },
  questions: {
    method: 'GET',
    path: '/api/application/chat/generate_question',
    access: 'user',
    summary: 'Three to five questions to begin with, made from the texts themselves',
    input: z.object(promptScope),
    output: z.array(z.string()),
  },
  papersByPart: {
    method: 'POST',
    path: '/api/application/chat/papers_by_part',
    access: 'user',
    summary: 'Papers by the single things a question is about, where the library has nothing on all of it',
    extra: true,
    input: z.object({ question: z.string().trim().min(1).max(MAX_QUESTION_CHARS) }),
    output: z.object({
      /** The number of papers in the whole library. */
      library: z.number().int(),
      /** In the order in which the question mentions them. */
      parts: z.array(
        z.object({
          words: z.string(),
          total: z.number().int(),
          /** The first papers found. */
          papers: z.array(paper),
        }),
      ),
    }),
  },
  prompts: {
    method: 'GET',
    path: '/api/application/userPrompt/list',
    access: 'user',
    summary: 'My own prompts, and those the product brings',
    input: z.object({ keyword: optionalText(100), type: optionalText(32) }),
    output: z.object({
      own: z.array(userPrompt),
      ready: z.array(userPrompt.omit({ created_at: true, updated_at: true })),
    }),
  },
  addPrompt: {
    method: 'POST',
    path: '/api/application/userPrompt/add',
    access: 'user',
    summary: 'Keeps a prompt of my own; at most 200',
    input: z.object(promptFields),
    output: userPrompt,
    creates: true,
  },
  changePrompt: {
    method: 'PUT',
    path: '/api/application/userPrompt/{id}',
    access: 'user',
    summary: 'Changes a prompt of my own',
    input: z.object({ id, ...promptFields }),
    output: userPrompt,
  },
  removePrompt: {
    method: 'DELETE',
    path: '/api/application/userPrompt/{id}',
    access: 'user',
    summary: 'Deletes a prompt of my own',
    input: z.object({ id }),
    output: noOutput,
  },
} satisfies Endpoints
