import { api, blankWork, type InputOf, type OutputOf, type Work } from '@scinav/contract'
import { workKeys } from '../library/works/index.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { addPapers } from './papers.ts'
import { pollUntil } from './poll.ts'
import type { Caller } from './test-app.ts'

type Author = Pick<Caller, 'call' | 'send'>
type Check = OutputOf<typeof api.manuscriptChecks.run>

const by = (...names: string[]): Work['creators'] =>
  names.map((name) => ({ name, role: 'author', affiliations: [] }))

/** Works that the sample manuscript cites. */
export const CITED_WORKS: Partial<Work>[] = [
  {
    title: '湖泊沉积物中磷的释放规律',
    creators: by('陈明', '李娜'),
    abstract_zh:
      '本文研究湖泊沉积物中磷的释放规律。结果表明，水温升高10℃时，沉积物的磷释放量增加了32%。溶解氧降低也会促进磷的释放。',
    publish_date: '2019',
    basic_sourcename: '湖泊科学',
    basic_source_vo: '31',
    basic_source_no: '2',
    basic_page: '101-110',
    language: 'zh',
  },
  {
    title: '浅水湖泊藻类水华的遥感监测',
    creators: by('周洁', '吴昊', '孙琳'),
    abstract_zh: '本文利用卫星影像监测浅水湖泊的藻类水华。水华面积在夏季最大，秋季明显缩小。',
    publish_date: '2021',
    basic_sourcename: '遥感学报',
    basic_source_vo: '25',
    basic_source_no: '4',
    basic_page: '880-891',
    language: 'zh',
  },
]

/** Adds the works that the sample manuscript cites to the library, with their keys. */
export async function addCitedWorks(
  base: BaseContext,
  works: Partial<Work>[] = CITED_WORKS,
): Promise<string[]> {
  const ids = await addPapers(base, works)
  const keys = works.flatMap((given, at) =>
    workKeys({ ...blankWork(given.title ?? '', 1), ...given }).map((key) => ({
      key,
      paper_id: ids[at] ?? '',
    })),
  )
  await base.db.insertInto('paper_keys').values(keys).execute()
  return ids
}

/**
 * A manuscript with planted faults: the year of [2] is another, [3] is cited nowhere, [4] is not listed, and no source
 * has [3].
 */
export const SAMPLE_MANUSCRIPT = [
  '# 浅水湖泊富营养化研究',
  '## 1 引言',
  '水温升高10℃时，沉积物的磷释放量增加了32%[1]。藻类水华的面积在夏季最大[2]，这一点已有多年的观测[4]。',
  '## 参考文献',
  '[1] 陈明，李娜.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（2）：101-110.',
  '[2] 周洁，吴昊，孙琳.浅水湖泊藻类水华的遥感监测[J].遥感学报，2016，25（4）：880-891.',
  '[3] 赵一鸣.并不存在于任何目录的湖泊研究专论[J].虚构学报，2020，1（1）：1-9.',
].join('\n\n')

/** Uploads a manuscript; returns the id of the upload. */
export async function uploadManuscript(
  person: Author,
  text: string | Uint8Array = SAMPLE_MANUSCRIPT,
  name = '稿件.md',
): Promise<string> {
  const bytes = Buffer.from(text)
  const { id } = await person.call(api.upload.begin, { name, size: bytes.length })
  await person.call(api.upload.part, { id, offset: 0 }, {}, bytes)
  return id
}

/** Begins to check a manuscript. */
export const startCheck = async (
  person: Author,
  text: string | Uint8Array = SAMPLE_MANUSCRIPT,
  more: Partial<InputOf<typeof api.manuscriptChecks.begin>> & { name?: string } = {},
): Promise<string> => {
  const { name, ...options } = more
  const upload_id = await uploadManuscript(person, text, name)
  return (await person.call(api.manuscriptChecks.begin, { upload_id, ...options })).check_id
}

/** Waits for the end of a check. */
export async function waitForCheck(person: Author, check_id: string): Promise<Check> {
  // The stream ends with the check.
  await person.send(api.manuscriptChecks.events, { check_id })
  return pollUntil(
    () => person.call(api.manuscriptChecks.run, { check_id }),
    ({ finished_at }) => finished_at !== null,
  )
}

/** Checks a manuscript to the end. */
export const completeCheck = async (...given: Parameters<typeof startCheck>): Promise<Check> =>
  waitForCheck(given[0], await startCheck(...given))
