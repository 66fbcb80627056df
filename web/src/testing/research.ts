import { emptyResearch, type ResearchReport, type ResearchState } from '@scinav/contract'
import { citationOf, streamOf } from './chat.ts'
import { ok } from './fake-server.ts'

/** Returns a step of a plan. `over` replaces fields, here as in the functions below. */
const step = (step_id: string, title: string, over: object = {}) => ({
  step_id,
  title,
  goal: '各自的实验依据',
  queries: ['lithium dendrite'],
  ...over,
})

/** Returns a newly drawn-up plan of the run `u1`. */
export const planOf = (over: object = {}) => ({
  plan_id: 'l1',
  version: 1,
  kind: 'effect' as const,
  made_by: 'template' as const,
  steps: [step('t1', '失效机制'), step('t2', '临界电流'), step('t3', '材料差异')],
  ...over,
})

/** Returns a source that was read for some steps. */
const sourceOf = (id: string, title: string, step_ids: string[]) => ({
  source_id: id,
  paper_id: `p-${id}`,
  document_id: null,
  file_id: null,
  engine: 'local',
  title,
  authors: ['Ning Z'],
  year: 2019,
  venue: 'Nat Energy',
  language: 'en',
  url: null,
  step_ids,
  looked: step_ids.length === 0,
})

/** Returns a finished search in the stored format that predates the list of failed engines. */
const searchOf = (call_id: string, query: string, over: object = {}) => ({
  call_id,
  name: 'search',
  query,
  engines: ['local'],
  found: 10,
  error: null,
  ...over,
})

/** Returns a quotation from a source, found for a step of the plan. */
export const evidenceOf = (evidence_id: string, source_id: string, step_id: string, quote: string) => ({
  evidence_id,
  step_id,
  source_id,
  passage_id: `s-${evidence_id}`,
  paper_id: `p-${source_id}`,
  document_id: null,
  title: '',
  quote,
  page: null,
  boxes: [],
  query: 'lithium dendrite',
  aspect: null,
})

/** Returns the run `u1` with only its question. */
export const researchOf = (over: Partial<ResearchState> = {}): ResearchState => ({
  ...emptyResearch(),
  run_id: 'u1',
  thread_id: 'h1',
  question: '锂枝晶为何生长？',
  application_id: 'deep_research',
  state: 'planning',
  ...over,
})

/** Returns the run `u1` while its plan of three steps is being executed; two steps are done. */
export function researchUnderWay(over: Partial<ResearchState> = {}): ResearchState {
  const plan = planOf()
  const [one, two, three] = plan.steps.map((each) => ({ ...each, searches: [], note: null }))
  if (!one || !two || !three) throw new Error('the plan has three steps')
  return researchOf({
    state: 'researching',
    plans: [plan],
    accepted_version: 1,
    background: { kind: 'effect', sources: 12 },
    searches: [searchOf('c0', 'lithium', { engines: ['local', 'openalex'], silent: ['openalex'] })],
    steps: [
      { ...one, state: 'done', searches: [searchOf('c1', 'lithium dendrite')] },
      {
        ...two,
        state: 'empty',
        searches: [searchOf('c2', 'critical current', { found: 0, error: '对方限流，已跳过' })],
      },
      { ...three, state: 'running', searches: [searchOf('c3', 'garnet sulfide', { found: null })] },
    ],
    read: [
      sourceOf('a', 'High electronic conductivity', ['t1']),
      sourceOf('b', 'Critical stripping current', ['t1']),
    ],
    evidence: [{ ...evidenceOf('e1', 'a', 't1', 'Dendrites grow inside.'), note: '枝晶从内部长出' }],
    ...over,
  })
}

/** Returns the section `n2` of a report: one sentence with one citation. */
export const sectionOf = (over: object = {}) => ({
  section_id: 'n2',
  kind: 'evidence' as const,
  title: '主要证据',
  step_id: 't1',
  text: '枝晶在内部生长[1]。',
  citations: [citationOf({ start: 7, end: 10, quote: 'Dendrites grow inside.', paper_id: 'p-a' })],
  chart: null,
  ...over,
})

/** Returns an entry of the report's list of references; `n` is null for a source that is not cited. */
const reference = (n: number | null, id: string, title: string) => ({
  n,
  source_id: id,
  paper_id: `p-${id}`,
  document_id: null,
  file_id: null,
  title,
  text: `Ning Z. ${title}[J]. Nat Energy, 2019.`,
})

/** Returns the report `o1` of the run `u1`. */
export const reportOf = (over: Partial<ResearchReport> = {}): ResearchReport => ({
  report_id: 'o1',
  run_id: 'u1',
  thread_id: 'h1',
  title: '锂枝晶生长的原因',
  question: '锂枝晶为何生长？',
  report_style: 'academic',
  engine: 'extractive',
  model: null,
  label: '原文摘录',
  partial: false,
  sections: [
    sectionOf(),
    sectionOf({
      section_id: 'n4',
      kind: 'distribution',
      title: '年份与来源分布',
      step_id: null,
      text: '读过的文献按年份和来源统计如下。',
      citations: [],
      chart: {
        years: [{ label: '2019', count: 2 }],
        venues: [{ label: 'Nat Energy', count: 2 }],
        languages: [{ label: 'en', count: 2 }],
      },
    }),
  ],
  references: [reference(1, 'a', 'High electronic conductivity')],
  read_not_cited: [reference(null, 'b', 'Critical stripping current')],
  notices: [],
  check: { sentences: 3, cited: 3, quotes: 1, located: 1, removed: 0 },
  version: 1,
  created_at: '2026-11-23T01:00:00.000Z',
  updated_at: '2026-11-23T01:05:00.000Z',
  ...over,
})

/** Returns the finished run `u1` with its report, in the server's format. */
export function finishedResearch(over: Partial<ResearchState> = {}): ResearchState {
  const { sections, references, read_not_cited, check } = reportOf()
  const under = researchUnderWay()
  return {
    ...under,
    state: 'completed',
    steps: under.steps.map((each) => ({ ...each, state: 'done' as const })),
    sections: sections.map((section) => ({ ...section, state: 'done' as const })),
    references,
    read_not_cited,
    check,
    report: { report_id: 'o1', title: '锂枝晶生长的原因' },
    ...over,
  }
}

/** Returns a row of the list of runs. */
export const summaryOf = (over: object = {}) => ({
  run_id: 'u1',
  thread_id: 'h1',
  report_id: null as string | null,
  title: '',
  question: '锂枝晶为何生长？',
  report_style: 'academic' as const,
  depth: 'standard' as ResearchState['depth'],
  state: 'researching' as ResearchState['state'],
  engine: 'extractive' as ResearchState['engine'],
  created_at: '2026-11-23T01:00:00.000Z',
  finished_at: null,
  ...over,
})

/** Returns the stored run with all events up to `last_seq`, in the server's format. */
export const runOf = (snapshot: ResearchState, last_seq = 10) => ({
  ...summaryOf({ state: snapshot.state, report_id: snapshot.report?.report_id ?? null }),
  chat_id: 'h1',
  chat_record_id: 'u1',
  snapshot,
  last_seq,
})

/** Returns a complete stream of events of the run `u1`, numbered from `from`. */
export const researchStream = (from: number, ...events: [string, object][]) =>
  streamOf(
    from,
    ...events.map(([name, data], at): [string, object] => [
      name,
      { run_id: 'u1', thread_id: 'h1', seq: from + at, ts: '2026-11-23T01:00:00.000Z', ...data },
    ]),
  )

/** Returns handlers for everything the deep-research screen reads besides its runs. */
export const quietResearch = () => ({
  'GET /api/share': () => ok({ allowed: false, share: null }),
  'GET /api/deep_research/report/o1/revisions': () => ok([]),
  'GET /api/deep_research/chat/free_count': () =>
    ok({ limit: 10, used: 3, left: 7, resets_at: '2026-11-24T00:00:00.000Z' }),
  'GET /api/paper/engines/list': () =>
    ok([
      { id: 'local', name: '本馆文献', available: true },
      { id: 'openalex', name: 'OpenAlex', available: true },
    ]),
  'GET /api/dataset_all': () =>
    ok({ aiDataset: [], projectDataset: [], readingDataset: [{ id: 'd1', name: '我的文献' }] }),
  'GET /api/application/mcp/list': () => ok([]),
  'GET /api/dataset/d1/folder': () => ok([]),
  'GET /api/application/deep_research/app_model_mapping': () => ok([]),
  'GET /api/dict/aiTools': () => ok([{ id: 'deep_research', suggested_questions: ['远程办公有什么影响？'] }]),
  'POST /api/paper/list_by_id': () => ok({ list: [], missing: [] }),
})
