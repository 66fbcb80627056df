import { ok } from './fake-server.ts'
import { pageOf } from './show.tsx'

/** Returns a record of the chat `c1` with the application `a1`, in the server's format. */
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
  revisions: [],
  tool_calls: [],
  struck: [] as { start: number; end: number }[],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
  error: null,
  stream_seq: 9,
  thumbs_flag: 0,
  thumbs_reasons: [],
  other_questions: ['如何封装'],
  understood: null,
  created_at: '2026-11-21T00:00:00.000Z',
  finished_at: null,
  ...over,
})

/** Returns a record whose answer consists of quotes. */
export const recordByQuotes = (over: object = {}) =>
  recordOf({ answer: '因为湿度。', citations: [], engine: 'extractive', model: null, usage: null, ...over })

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

/** Returns handlers for everything else a chat reads, all of them empty. */
export const quietChat = (records: () => unknown[]) => ({
  'GET /api/application/a1/chat/c1/chat_record/1/50': () => ok(pageOf(records())),
  'GET /api/application/a1/app_model_mapping': () => ok([]),
  'GET /api/application/userPrompt/list': () => ok({ own: [], ready: [] }),
  'GET /api/application/mcp/list': () => ok([]),
  'POST /api/paper/list_by_id': () => ok({ list: [], missing: [] }),
})

/** Returns a complete stream of answer events, numbered from `from`. */
export const streamOf = (from: number, ...events: [string, object][]) =>
  new Response(
    events
      .map(([name, data], at) => `id: ${from + at}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      .join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  )

/** Returns a stream with these events that stays open. */
export const openStream = (events: Response) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  void events.body?.pipeTo(writable, { preventClose: true })
  return new Response(readable, { headers: events.headers })
}

export const metaOf = (chat_record_id: string, engine: 'model' | 'extractive'): [string, object] => [
  'meta',
  { chat_id: 'c1', chat_record_id, application_id: 'a1', model: null, engine },
]

/** Returns the end of an answer's stream. */
export const endedStream = () => streamOf(1, metaOf('r9', 'model'), ['done', {}])
