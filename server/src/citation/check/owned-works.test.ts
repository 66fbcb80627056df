import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { referenceScene } from '../../testing/reference-scene.ts'

const by = (...names: string[]): Work['creators'] =>
  names.map((name) => ({ name, role: 'author', affiliations: [] }))

/** A standard, and patents of which records have the inventors. */
const OWNED: Partial<Work>[] = [
  {
    title: '先进音视频编码 第16部分：广播电视视频',
    creators: by('全国信息技术标准化技术委员会'),
    publish_date: '2016-04-25',
    resource_type: 6,
    language: 'zh',
  },
  {
    title: '光折变自适应光外差探测方法',
    creators: by('石顺祥', '许海平', '李家立'),
    publish_date: '2002-03-06',
    resource_type: 7,
    language: 'zh',
  },
  {
    title: 'Storage and delivery system',
    creators: by('Michael Tristram', 'Peter Skarshewski'),
    publish_date: '2022-10-06',
    resource_type: 7,
  },
]

test('a standard is told by its number, a patent by its owner: who is not named is no difference', async () => {
  const { check } = await referenceScene(OWNED)
  const found = await check(
    'GB/T 20090.16—2016　先进音视频编码　第16部分：广播电视视频[S/OL]. http://example.cn/gb',
    'GB/T 20090.16-2016 先进音视频编码 第16部分:广播电视视频[S].',
    '西安电子科技大学. 光折变自适应光外差探测方法: 01128777.2[P/OL]. 2002-03-06[2002-05-28].',
    '清华大学. 光折变自适应光外差探测方法: 01128777.2[P]. 2002-03-06.',
    'Trisco ICAP Pty Ltd. Storage and delivery system: AU2022228203A[P]. 2022-10-06.',
    'Northern Storage Corporation. Storage and delivery system: AU2022228203A[P]. 2022-10-06.',
    '李家立. 光折变自适应光外差探测方法: 01128777.2[P]. 2002-03-06.',
  )
  expect(found.map(({ status, fields }) => [status, fields])).toEqual(found.map(() => ['found', []]))
})

test.each([
  ['先进音视频编码 第16部分：广播电视视频：GB/T 20090.16—2016[S]. 北京：某某标准出版社，2016.', []],
  ['先进音视频编码 第16部分：广播电视视频：GB/T 20090.16—2016[S]. 北京：某某标准出版社，2011.', ['year']],
  ['GB/T 20090.16-2016 先进音视频编码 第16部分:广播电视视频[S]. 北京: 某某标准出版社, 2011.', ['year']],
  ['先进音视频编码 第16部分: 广播电视视频: GB/T 20090.16-2011[S].', ['year']],
])(
  'the year in the number of a standard stands for that of its print only where there is none: %s',
  async (entry, fields) => {
    const { check } = await referenceScene(OWNED)
    const [found] = await check(entry)
    expect(found?.fields.map(({ field }) => field)).toEqual(fields)
  },
)

test('another person, another year and another title of a patent or a standard are told all the same', async () => {
  const { check } = await referenceScene(OWNED)
  const [person, year, title, standard] = await check(
    '王大明. 光折变自适应光外差探测方法: 01128777.2[P]. 2002-03-06.',
    '西安电子科技大学. 光折变自适应光外差探测方法: 01128777.2[P]. 2012-03-06.',
    '西安电子科技大学. 光折变自适应光内差探测方法: 01128777.2[P]. 2002-03-06.',
    '中国电影协会. 先进音视频编码 第16部分: 广播电视视频: GB/T 20090.16—2016[S]. 2016.',
  )
  expect(person?.fields.map(({ field }) => field)).toEqual(['authors'])
  expect(year?.fields.map(({ field }) => field)).toEqual(['year'])
  expect(title?.status).not.toBe('found')
  expect(standard?.fields.map(({ field }) => field)).toEqual(['authors'])
})
