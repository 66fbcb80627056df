import { api, type InputOf, type Work } from '@scinav/contract'
import { addPapers } from './papers.ts'
import { pollUntil } from './poll.ts'
import type { Caller, TestApp } from './test-app.ts'

type Researcher = Pick<Caller, 'call'>

/** Enough papers on one subject for a report with several sections. */
const SUBJECT_PAPERS: Partial<Work>[] = [
  {
    title: 'Ceramic separators for lithium batteries',
    title_zh: '锂电池的陶瓷隔膜',
    abstract_zh:
      '锂电池的热失控主要由隔膜收缩引起。为抑制锂电池热失控，本文提出在隔膜上涂覆氧化铝陶瓷层的方法。实验表明，陶瓷隔膜使锂电池热失控温度提高30℃。但陶瓷层会降低离子电导率，仍有待改进。',
    keywords: ['锂电池', '热失控', '隔膜'],
    publish_date: '2019',
    basic_sourcename: '电源技术',
    language: 'zh',
  },
  {
    title: '锂电池热失控的预警',
    abstract_zh:
      '锂电池热失控之前电压会出现微小波动。我们利用电压和温度数据训练模型来预警，以便及时抑制锂电池热失控。结果显示，模型在热失控前10分钟发出预警。该方法仅在一种电池上验证，存在局限。',
    keywords: ['锂电池', '热失控', '预警'],
    publish_date: '2021',
    basic_sourcename: '电源技术',
    language: 'zh',
  },
  {
    title: '锂电池热失控的机理综述',
    abstract_zh:
      '锂电池热失控是正极分解放热导致的链式反应。本文综述锂电池热失控的机理与抑制方法。研究发现，电解液阻燃剂能够抑制锂电池热失控。',
    keywords: ['锂电池', '热失控', '机理'],
    publish_date: '2023',
    basic_sourcename: '储能科学',
    language: 'zh',
  },
  {
    title: '阻燃电解液与锂电池安全',
    abstract_zh:
      '为抑制锂电池热失控，本文设计了一种含磷阻燃电解液。结果表明，阻燃电解液并不能显著抑制锂电池热失控。',
    keywords: ['锂电池', '热失控', '阻燃剂'],
    publish_date: '2024',
    basic_sourcename: '储能科学',
    language: 'zh',
  },
]

const OTHER_PAPERS = [
  '茶馆与城市生活',
  '唐代诗歌的意象',
  '水稻分蘖的遗传',
  '城市绿地与降温',
  '古籍数字化',
  '地震预警网络',
].map((title): Partial<Work> => ({ title, abstract_zh: `${title}是本文讨论的对象。`, publish_date: '2015' }))

/** The question that the papers of the scene are about. */
export const QUESTION = '如何抑制锂电池热失控？'

/** Adds papers on one subject to the library. */
export const addSubjectPapers = (app: TestApp) => addPapers(app.base, [...SUBJECT_PAPERS, ...OTHER_PAPERS])

/** Starts a research run; by default its plan waits to be accepted. */
export const startResearch = (
  person: Researcher,
  more: Partial<InputOf<typeof api.deepResearch.begin>> = {},
) => person.call(api.deepResearch.begin, { question: QUESTION, ...more })

/** Waits until a run is in one of the states or has ended. */
export const waitForResearch = (person: Researcher, run_id: string, ...states: string[]) =>
  pollUntil(
    () => person.call(api.deepResearch.run, { run_id }),
    ({ finished_at, state }) => finished_at !== null || states.includes(state),
  )

/** Runs a research to its report. */
export async function completeResearch(
  person: Researcher,
  more: Partial<InputOf<typeof api.deepResearch.begin>> = {},
) {
  const { run_id } = await startResearch(person, { auto_accept_plan: true, ...more })
  const run = await waitForResearch(person, run_id)
  return { ...run, report_id: run.report_id ?? '' }
}

/** Starts a run and waits for its plan; returns both. */
export async function startPlannedResearch(
  person: Researcher,
  more: Partial<InputOf<typeof api.deepResearch.begin>> = {},
) {
  const { run_id, chat_id, chat_record_id } = await startResearch(person, more)
  const run = await waitForResearch(person, run_id, 'waiting_plan')
  const plan = run.snapshot.plans.at(-1)
  if (!plan) throw new Error('no plan was drawn up')
  return { run_id, chat_id, chat_record_id, plan }
}
