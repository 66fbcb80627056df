import { ok, type SeenRequest } from './fake-server.ts'
import { idsIn, paperOf } from './papers.ts'

/** Returns a block of a text in the server's format. */
export const blockOf = (ordinal: number, text: string, over: object = {}) => ({
  ordinal,
  type: 'paragraph',
  level: null,
  text,
  start: ordinal * 1_000,
  page: 1,
  boxes: [],
  rows: null,
  lines: [],
  notes: [],
  marked_in: null,
  ...over,
})

/** Returns an opened, parsed document in the server's format. */
export const readableOf = (over: object = {}) => ({
  document: null,
  paper: paperOf('p1', '钙钛矿电池的稳定性'),
  title: '钙钛矿电池的稳定性',
  text: { state: 'ready', source: 'file', url: null, message: null, parse_id: null },
  version: 'v1',
  kind: 'docx',
  mime: null,
  size_bytes: 1_000,
  has_file: true,
  language: 'zh',
  pages: [],
  outline: [],
  warnings: [],
  block_count: 3,
  position: null,
  ...over,
})

/** Returns an annotation in the server's format. */
export const annotationOf = (over: object = {}) => ({
  id: 'n1',
  document_id: null,
  paper_id: 'p1',
  version: 'v1',
  page: 1,
  boxes: [],
  quote: '湿度使钙钛矿分解',
  prefix: '',
  suffix: '',
  start: 1_000,
  end: 1_008,
  colour: 'yellow',
  comment: '',
  tags: [],
  visibility: 'private',
  anchor: 'text',
  creator: { id: 'u1', nick_name: '林墨' },
  is_mine: true,
  may_delete: true,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  ...over,
})

/** A sentence with its location in the text. */
export const sentence = {
  quote: '湿度使钙钛矿分解',
  start: 1_000,
  end: 1_008,
  page: 1,
  boxes: [],
  heading_path: ['1 引言'],
}
/** The statements by aspect in the server's format. */
const aspectsResponse = {
  engine: 'cues',
  model: null,
  of: 'full_text',
  notice: '没有配置模型，按线索词摘句。',
  aspects: [
    { aspect: 'problem', name: '问题', sentences: [sentence], summary: null, support: null },
    { aspect: 'data', name: '数据', sentences: [], summary: null, support: null },
  ],
}

/** Returns handlers for everything a reading screen reads: the paper `p1` with these blocks and no notes. */
export const quietReading = (blocks: unknown[]) => ({
  'GET /api/document/read': () => ok(readableOf()),
  'GET /api/document/annotation': () => ok({ list: [], total: 0, lost: 0 }),
  'GET /api/document/text': () => ok({ version: 'v1', list: blocks, next: null }),
  'PUT /api/document/position': () => ok(null),
  'POST /api/user/log/logViewPaper': () => ok(null),
  'POST /api/document/aspects': () => ok(aspectsResponse),
  'POST /api/paper/list_by_id': (request: SeenRequest) =>
    ok({ list: idsIn(request).map((id) => paperOf(id, `文献 ${id}`)), missing: [] }),
})
