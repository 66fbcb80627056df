import {
  type CheckedManuscript,
  emptyManuscriptCheck,
  type ManuscriptCheckState,
  type ManuscriptFinding,
} from '@scinav/contract'
import { streamOf } from './chat.ts'
import { ok } from './fake-server.ts'

const NOW = '2026-11-29T08:00:00Z'

/** Returns the evidence of a finding that was compared with a record of the library. */
const evidenceOf = (
  over: Partial<NonNullable<ManuscriptFinding['evidence']>> = {},
): NonNullable<ManuscriptFinding['evidence']> => ({
  ...{
    paper: null,
    outside: null,
    source: '本馆文献',
    quote: null,
    document_id: null,
    page: null,
    url: null,
  },
  ...{ fields: [], asked: [], asked_at: NOW },
  ...over,
})

/** Returns a finding of a check. */
export const findingOf = (id: string, over: Partial<ManuscriptFinding> = {}): ManuscriptFinding => ({
  ...{ id, group: 'list', kind: 'never_cited', severity: 'fault', message: `第 ${id} 处`, places: [] },
  ...{ entry: null, others: [], evidence: null, correction: null },
  ...over,
})

const blocks = [
  ['heading', '1 引言', 1],
  ['paragraph', '光流法较为稳定[1]，生成模型更清楚[4]。', 1],
  ...Array.from({ length: 20 }, (_, at) => ['paragraph', `没有引文的一段 ${at}。`, 2] as const),
  ['heading', '参考文献', 9],
  ['list', '[1]李四.光流法的适用性[J].某某气象学报，2018，35（2）：201-210.', 9],
  ['list', '[2]王五.雷达回波外推[J].某某气象，2021，38（4）：611-623.', 9],
] as const
const LIST_BLOCK = blocks.length - 2

/** The text of a manuscript of two entries, and a citation of a fourth. */
export const manuscriptOf = (): CheckedManuscript => ({
  blocks: blocks.map(([kind, text, page]) => ({ kind, text, page })),
  entries: [0, 1].map((entry) => {
    const text = blocks[LIST_BLOCK + entry]?.[1] ?? ''
    const place = { block: LIST_BLOCK + entry, start: 0, end: text.length }
    return { number: String(entry + 1), text: text.slice(3), place }
  }),
  markers: [
    { place: { block: 1, start: 8, end: 11 }, text: '[1]', form: 'numeric', entries: [0] },
    { place: { block: 1, start: 18, end: 21 }, text: '[4]', form: 'numeric', entries: [] },
  ],
})

/** The findings of the check: a citation without an entry, and an entry whose year and volume differ. */
export const findings: ManuscriptFinding[] = [
  findingOf('a', {
    kind: 'cited_not_listed',
    message: '正文引用了 [4]，列表到 [2] 为止',
    places: [{ block: 1, start: 18, end: 21 }],
  }),
  findingOf('b', {
    group: 'fields',
    kind: 'differing_fields',
    severity: 'check',
    message: '[2] 与本馆题录相比，年份写作「2021」，题录为「2022」',
    places: [{ block: LIST_BLOCK + 1, start: 3, end: 41 }],
    entry: 1,
    evidence: evidenceOf({ fields: [{ field: 'year', given: '2021', found: '2022' }] }),
    correction: { text: '王五.雷达回波外推[J].某某气象，2022，38（4）：611-623.', safe: true },
  }),
]

/** Returns the state of a check that has ended. */
export const checkOf = (over: Partial<ManuscriptCheckState> = {}): ManuscriptCheckState => ({
  ...emptyManuscriptCheck(),
  ...{ check_id: 'k1', file_name: '论文.docx', style: 'gb-2025-numeric', state: 'completed' as const },
  facts: { title: '论文', pages: 9, chars: 900, entries: 2, markers: 2, cited_sentences: 1 },
  checked: [0, 1].map((entry) => ({
    ...{ entry, status: 'found' as const, source: '本馆文献', paper_id: `p${entry}`, outside_key: null },
  })),
  findings,
  ...over,
})

/** Returns a check as the server stores it. */
export const storedCheck = (state = checkOf(), over: object = {}) => ({
  ...{ check_id: 'k1', file_name: state.file_name, style: state.style, state: state.state },
  ...{ counts: { fault: 1, check: 1, info: 0 }, created_at: NOW, finished_at: null, expires_at: null },
  ...{ snapshot: state, last_seq: 5, decisions: [], later_findings: [], batch_id: null },
  ...over,
})

/** Answers the calls of the tab 稿件核对 for the check `k1`. */
export const checkCalls = (stored = storedCheck()) => ({
  'GET /api/manuscript_check/run/k1': () => ok(stored),
  'GET /api/manuscript_check/run/k1/manuscript': () => ok(manuscriptOf()),
  'GET /api/citation/styles': () =>
    ok({
      styles: [
        { id: 'gb-2025-numeric', name: 'GB/T 7714—2025 顺序编码' },
        { id: 'apa', name: 'APA' },
        { id: 'style-1', name: '自装样式', installed: true },
      ],
      formats: [],
    }),
  'GET /api/paper/engines/list': () => ok([]),
})

/** Returns a stream of events of the check `k1`, numbered from `from`. */
export const checkStream = (from: number, ...events: [event: string, data: object][]): Response =>
  streamOf(
    from,
    ...events.map(([name, data], at): [string, object] => [
      name,
      { check_id: 'k1', seq: from + at, ts: NOW, ...data },
    ]),
  )
