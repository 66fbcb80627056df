import { ok } from './fake-server.ts'
import { pageOf } from './show.tsx'

/** A record of the chat `c1` with the application `a1`, as the server answers it. */
export const recordOf = (over: object = {}) => ({
  id: 'r1',
  chat_id: 'c1',
  application_id: 'a1',
  parent_id: null,
  sibling_index: 1,
  sibling_count: 1,
  sibling_ids: ['r1'],
  question: '为何衰减',
  attachments: [],
  answer: '因为湿度[1]。',
  reasoning: '',
  status: 'done',
  citations: [citationOf()],
  engine: 'model',
  model: 'far',
  notices: [],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
  error: null,
  stream_seq: 9,
  thumbs_flag: 0,
  thumbs_reasons: [],
  other_questions: ['如何封装'],
  created_at: '2026-11-21T00:00:00.000Z',
  finished_at: null,
  ...over,
})

export const citationOf = (over: object = {}) => ({
  n: 1,
  start: 4,
  end: 7,
  passage_id: 's1',
  paper_id: 'p1',
  document_id: null,
  title: 'Humidity',
  page: null,
  boxes: [],
  quote: 'Humidity does it.',
  support: 'supported' as const,
  check: { method: 'quote' as const, located: true, missing: [] as string[] },
  ...over,
})

/** What a chat reads beside its records: nothing of each. */
export const quietChat = (records: () => unknown[]) => ({
  'GET /api/application/a1/chat/c1/chat_record/1/50': () => ok(pageOf(records())),
  'GET /api/application/a1/app_model_mapping': () => ok([]),
  'GET /api/application/userPrompt/list': () => ok({ own: [], ready: [] }),
  'GET /api/application/mcp/list': () => ok([]),
  'POST /api/paper/list_by_id': () => ok({ list: [], missing: [] }),
})

/** The end of an answer, as its stream says it. */
export const endedStream = () =>
  new Response(
    'id: 1\nevent: meta\ndata: {"chat_id":"c1","chat_record_id":"r9","application_id":"a1","model":null,"engine":"model"}\n\n' +
      'id: 2\nevent: done\ndata: {}\n\n',
    { headers: { 'content-type': 'text/event-stream' } },
  )
