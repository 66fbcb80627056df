import { expect, test } from 'vitest'
import { openIndex } from './open.ts'
import { find, found, paper } from './testing/ask.ts'

// Where scores are equal the newer paper comes first: what is expected to win is always the older one.

async function indexOf(...papers: ReturnType<typeof paper>[]) {
  const index = await openIndex({ folder: null, threads: 0 })
  await index.apply(papers, false)
  return index
}

test('papers that say a Chinese word by itself come before those that say it within a longer one', async () => {
  const index = await indexOf(
    paper(1, '夏季的灾害', { abstract: '预报员发现高温与干旱同时发生' }),
    paper(2, '材料的性能', { abstract: '工程师制成高温合金及耐高温钢' }),
  )

  expect(await found(index, '高温')).toEqual([1, 2])
  await index.close()
})

test('a word is by itself beside words of any topic, too', async () => {
  const index = await indexOf(
    paper(1, '关于登陆影响的文章', { abstract: '台风' }),
    paper(2, '台风登陆舰的文章', { abstract: '军舰' }),
  )

  expect(await found(index, '登陆')).toEqual([1, 2])
  await index.close()
})

test('papers with a Chinese term in one piece come before those that say its words apart', async () => {
  const index = await indexOf(
    paper(1, '某种模型', { abstract: '对参数估计加以说明，文字补齐长度' }),
    paper(2, '某种模型', { abstract: '估计，参数，估计，参数，文字补齐' }),
  )

  expect(await found(index, '参数估计')).toEqual([1, 2])
  await index.close()
})

test('where few papers have a long word, those with a part of it follow, counted apart', async () => {
  const index = await indexOf(paper(1, '内燃机的结构'), paper(2, '内燃动车的制造'), paper(3, '蒸汽车辆'))
  const { hits, total, partial } = await find(index, '内燃机')

  expect(hits.map(({ seq }) => seq)).toEqual([1, 2])
  expect({ total, partial }).toEqual({ total: 1, partial: 1 })
  await index.close()
})

test.each([
  ['向量和', '两个向量和', '两个向量的长度'],
  ['和声', '乐曲中的和声', '乐曲中的声音'],
  ['上采样', '图像的上采样', '图像的采样'],
])('%s finds the papers that say so, and counts others apart', async (query, title, other) => {
  const index = await indexOf(paper(1, title), paper(2, other))
  const { hits, total } = await find(index, query)

  expect(hits[0]?.seq).toBe(1)
  expect(total).toBe(1)
  await index.close()
})
