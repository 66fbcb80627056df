import { api, type InputOf } from '@scinav/contract'
import { addPapers } from './papers.ts'
import { testApp } from './test-app.ts'

/** Returns authors with these names. */
export const authorsNamed = (...names: string[]) =>
  names.map((name) => ({ name, role: 'author' as const, affiliations: [] }))

/** A small library in both languages. */
const SAMPLE_WORKS = [
  {
    title: '基于卷积神经网络的遥感影像语义分割',
    language: 'zh',
    abstract: '针对遥感影像的语义分割，提出一种改进的网络结构。',
    keywords: ['遥感', '语义分割'],
    creators: authorsNamed('张晓明', '李娜'),
    publish_date: '2021-03',
    basic_sourcename: '测绘学报',
    subject_codes: ['0816'],
  },
  {
    title: '深度学习与 Transformer 在机器翻译中的应用',
    language: 'zh',
    keywords: ['深度学习', 'Transformer'],
    creators: authorsNamed('王伟'),
    publish_date: '2023',
    basic_sourcename: '中文信息学报',
    subject_codes: ['0812'],
  },
  {
    title: 'Attention is all you need',
    language: 'en',
    abstract: 'The Transformer relies on self-attention, not on recurrence.',
    keywords: ['attention', 'transformer'],
    creators: authorsNamed('Ashish Vaswani', 'Noam Shazeer'),
    publish_date: '2017-06-12',
    resource_type: 5,
    doi: '10.5555/3295222.3295349',
    citation_count: 90_000,
    is_oa: true,
  },
  {
    title: 'A survey of deep learning',
    language: 'en',
    keywords: ['deep learning'],
    creators: authorsNamed('Wei Wang'),
    publish_date: '2020',
    subject_codes: ['0812'],
    citation_count: 12,
  },
  { title: '自然语言处理导论', language: 'zh', resource_type: 2, publish_date: '2020' },
]
/** The titles of the sample works. */
export const [REMOTE, MIXED, ATTENTION, SURVEY, BOOK] = SAMPLE_WORKS.map(({ title }) => title)

/** Creates a library and a user who searches it. */
export async function searchScene() {
  const app = await testApp()
  await addPapers(app.base, SAMPLE_WORKS)
  const ada = await app.signUp('Ada')
  const search = (input: InputOf<typeof api.papers.search>) => ada.call(api.papers.search, input)
  const titles = async (query: string, more: InputOf<typeof api.papers.search> = {}) =>
    (await search({ query, ...more })).list.map(({ title }) => title)
  return { app, ada, search, titles }
}
