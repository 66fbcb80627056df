import { blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPair, emptyBilingual } from '../planning/bilingual.ts'
import { createLearner, isLearnerFull, learnPaper } from './learn-terms.ts'
import { selectLearnedPairs } from './select-pairs.ts'

const work = (title: string, title_zh: string | null, more: Partial<Work> = {}): Work => ({
  ...blankWork(title, 1),
  title_zh,
  ...more,
})
const author = (name: string, name_zh: string) => ({
  name,
  name_zh,
  role: 'author' as const,
  affiliations: [],
})
const keywords = (...list: string[]) => work('无题', null, { keywords: list })

/** What papers teach whoever knows `own` already: pairs as one text each. */
async function taught(papers: Work[], own: [string, string][] = []): Promise<string[]> {
  const known = emptyBilingual()
  for (const [chinese, english] of own) addPair(known, chinese, english)
  const learner = createLearner(known)
  for (const paper of papers) learnPaper(learner, paper)
  const pairs = await selectLearnedPairs(learner, async () => {})
  return pairs.map(({ chinese, english, papers }) => `${chinese} = ${english} (${papers})`).toSorted()
}

/** Each term meets the others in different company, as in a library. */
const TITLES = [
  work('Tea houses and river trade', '茶馆与河运贸易'),
  work('A study of the tea house in old novels', '旧小说中的茶馆研究'),
  work('Mosaic tiles in the tea house', '茶馆里的马赛克'),
  work('River trade and mosaic tiles', '河运贸易与马赛克'),
  work('Mosaic tiles of old novels', '旧小说的马赛克'),
  work('River trade in old novels', '旧小说与河运贸易'),
]

test('words that stand together in titles of both languages are learned, whole terms before their parts', async () => {
  expect(await taught(TITLES)).toEqual([
    '旧小说 = old novels (3)',
    '河运贸易 = river trade (3)',
    '马赛克 = mosaic tiles (3)',
  ])
})

test('a word of two characters is a term where somebody made it a keyword', async () => {
  const papers = TITLES.map((paper, at) => (at === 0 ? { ...paper, keywords: ['茶馆', '河运'] } : paper))
  expect(await taught(papers)).toContain('茶馆 = tea houses (3)')
  expect(await taught(TITLES)).not.toContain('茶馆 = tea houses (3)')
})

test('two papers are too few, and papers of one language teach nothing', async () => {
  expect(await taught(TITLES.slice(0, 2))).toEqual([])
  const single = TITLES.flatMap(({ title, title_zh }) => [work(title, null), work(title_zh ?? '', null)])
  expect(await taught(single)).toEqual([])
})

test('terms that always come together stay open: which is which would be chance', async () => {
  const same = Array.from({ length: 5 }, () => work('Lacquer and incense', '漆器与焚香'))
  expect(await taught(same)).toEqual([])
})

test('lists of keywords of one length say by their order which term is which', async () => {
  const same = Array.from({ length: 3 }, () => keywords('漆器', '焚香', 'lacquer', 'Incense burning'))
  expect(await taught(same)).toEqual(['漆器 = lacquer (3)', '焚香 = incense burning (3)'])
  const uneven = Array.from({ length: 3 }, () =>
    keywords('漆器', '焚香', '香炉', 'lacquer', 'incense burning'),
  )
  expect(await taught(uneven)).toEqual([])
  const mixed = Array.from({ length: 3 }, () => keywords('漆器', 'lacquer', '焚香', 'incense burning'))
  expect(await taught(mixed)).toEqual([])
})

test('what our own list has is not learned again, and leaves no other meaning for its terms', async () => {
  const titled = () => work('Lacquer and incense', '漆器与焚香', { keywords: ['漆器', '焚香'] })
  const papers = Array.from({ length: 4 }, titled)
  expect(await taught(papers, [['漆器', 'lacquer']])).toEqual(['焚香 = incense (4)'])
  expect(
    await taught(papers, [
      ['漆器', 'lacquer'],
      ['焚香', 'incense'],
    ]),
  ).toEqual([])
})

test('names of people and of journals are no terms', async () => {
  const by = { creators: [author('Mo Yan', '莫言')], basic_sourcename: '漆艺' }
  const papers = Array.from({ length: 3 }, () => ({ ...keywords('莫言', 'Mo Yan'), ...by }))
  expect(await taught(papers)).toEqual([])
  const source = Array.from({ length: 3 }, () => ({ ...keywords('漆艺', 'Lacquer Art'), ...by }))
  expect(await taught(source)).toEqual([])
  const spelled = Array.from({ length: 3 }, () => keywords('鲁迅', '漆器', 'Lu Xun', 'lacquer'))
  expect(await taught(spelled)).toEqual(['漆器 = lacquer (3)'])
  const quoted = Array.from({ length: 3 }, (_, at) => work(`Dream of chambers ${at}`, '《红楼》'))
  expect(await taught(quoted)).toEqual([])
})

test('of more terms than there is room for those that come again are kept, and of more papers none', async () => {
  const learner = createLearner(emptyBilingual(), { papers: 50, terms: 20 })
  for (const at of Array(50).keys()) {
    expect(isLearnerFull(learner)).toBe(false)
    learnPaper(learner, at % 5 === 0 ? keywords('漆器', 'lacquer') : keywords('器皿', `vessel${at}`))
  }
  expect(isLearnerFull(learner)).toBe(true)
  expect(learner.english.size).toBeLessThanOrEqual(20)
  const pairs = await selectLearnedPairs(learner, async () => {})
  expect(pairs).toEqual([{ chinese: '漆器', english: 'lacquer', papers: 10 }])
})

test('an English title beside a Chinese one counts, whichever is the first', async () => {
  const turned = TITLES.map(({ title, title_zh }) =>
    work(title_zh ?? '', null, { csl: { 'translated-title': title } }),
  )
  expect(await taught(turned)).toEqual(await taught(TITLES))
})
