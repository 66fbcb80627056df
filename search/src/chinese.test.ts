import { expect, test } from 'vitest'
import { openTermIndex } from './open-term-index.ts'
import { findSeqs, paper, searchIndex } from './testing/index-queries.ts'

// Where scores are equal the newer paper comes first: what is expected to win is always the older one.

async function indexOf(...papers: ReturnType<typeof paper>[]) {
  const index = await openTermIndex({ folder: null, threads: 0 })
  await index.apply(papers, false)
  return index
}

test('papers that say a Chinese word by itself come before those that say it within a longer one', async () => {
  const index = await indexOf(
    paper(1, '夏季的灾害', { abstract: '预报员发现高温与干旱同时发生' }),
    paper(2, '材料的性能', { abstract: '工程师制成高温合金及耐高温钢' }),
  )

  expect(await findSeqs(index, '高温')).toEqual([1, 2])
  await index.close()
})

test('a word is by itself beside words of any topic, too', async () => {
  const index = await indexOf(
    paper(1, '关于登陆影响的文章', { abstract: '台风' }),
    paper(2, '台风登陆舰的文章', { abstract: '军舰' }),
  )

  expect(await findSeqs(index, '登陆')).toEqual([1, 2])
  await index.close()
})

test('two characters of a longer word of the dictionary hardly count, whatever stands beside it', async () => {
  const index = await indexOf(paper(1, '某数值计算新例'), paper(2, '关于计算机的一例'))

  expect(await findSeqs(index, '计算')).toEqual([1, 2])
  await index.close()
})

test('a word counts less in a paper that says many things again and again', async () => {
  const once =
    '沿海盐碱地改良后种植水稻，连年测定土壤肥力，记录株高产量，比较灌溉方式，估算成本收益，讨论推广前景，给出若干建议供农户参考'
  const again = '大豆玉米，玉米大豆，高粱谷子，谷子高粱，大豆玉米，高粱谷子，棉花油菜，油菜棉花，'
  const index = await indexOf(
    paper(1, '田间观测', { abstract: once }),
    paper(2, '田间观测', { abstract: `${again}种植水稻，${again}` }),
    paper(3, '田间观测', { abstract: `${again}种植水稻` }),
  )

  expect(await findSeqs(index, '水稻')).toEqual([1, 3, 2])
  await index.close()
})

test('papers whose authors gave a Chinese word as a keyword come before those that call themselves by it', async () => {
  const index = await indexOf(
    paper(1, '某地的耕作制度', { abstract: '水稻', keywords: ['水稻'] }),
    paper(2, '水稻的研究', { abstract: '水稻，水稻，水稻' }),
  )

  expect(await findSeqs(index, '水稻')).toEqual([1, 2])
  await index.close()
})

test('papers with a Chinese term in one piece come before those that say its words apart', async () => {
  const index = await indexOf(
    paper(1, '某种模型', { abstract: '对参数估计加以说明，文字补齐长度' }),
    paper(2, '某种模型', { abstract: '估计，参数，估计，参数，文字补齐' }),
  )

  expect(await findSeqs(index, '参数估计')).toEqual([1, 2])
  await index.close()
})

test('where few papers have a long word, those with a part of it follow, counted apart', async () => {
  const index = await indexOf(paper(1, '内燃机的结构'), paper(2, '内燃动车的制造'), paper(3, '蒸汽车辆'))
  const { hits, total, partial } = await searchIndex(index, '内燃机')

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
  const { hits, total } = await searchIndex(index, query)

  expect(hits[0]?.seq).toBe(1)
  expect(total).toBe(1)
  await index.close()
})
