import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { reasonFor } from './recommend-signals.ts'

const people = (...names: string[]) =>
  names.map((name) => ({ name, role: 'author' as const, affiliations: [] }))

const WORKS = [
  {
    title: 'Graphs and deep learning',
    publish_date: '2020',
    keywords: ['deep learning'],
    creators: people('Ann Lee'),
  },
  {
    title: 'Deep learning for cells',
    publish_date: '2024',
    keywords: ['deep learning'],
    creators: people('Bo Chen'),
  },
  {
    title: 'Medieval trade',
    publish_date: '2022',
    creators: people('Cy Diaz'),
    basic_sourcename: 'Past Times',
  },
  { title: 'Roman roads', publish_date: '2023', creators: people('Cy Diaz'), basic_sourcename: 'Past Times' },
  { title: 'Enzymes at work', publish_date: '2021', subject_codes: ['0710'], citation_count: 7 },
  { title: 'Cells at rest', publish_date: '2019', subject_codes: ['0710'], citation_count: 90 },
  { title: 'Laws of the sea', publish_date: '2018', citation_count: 40 },
]

const LANGUAGES =
  'Basque Breton Catalan Czech Danish Estonian Finnish Gaelic Irish Latvian Maltese Welsh'.split(' ')

async function scene() {
  const app = await testApp()
  const ids = await addPapers(app.base, WORKS)
  const ada = await app.signUp('Ada')
  const idOf = (title: string) => ids[WORKS.findIndex((work) => work.title === title)] ?? ''
  const recommended = async () => {
    const { list } = await ada.call(api.papers.recommend, {})
    return list.map(({ title, reason }) => `${title}: ${reason}`)
  }
  const prefer = (some: object) =>
    ada.call(api.preferences.savePreferences, {
      subject_codes: [],
      keywords: [],
      journals: [],
      authors: [],
      ...some,
    })
  return { app, ada, idOf, recommended, prefer }
}

test('what somebody cares for comes with its reason, newest first among equals', async () => {
  const { recommended, prefer } = await scene()
  await prefer({ keywords: ['deep learning'], authors: ['Cy Diaz'], subject_codes: ['07'] })

  expect((await recommended()).slice(0, 6)).toEqual([
    'Roman roads: 您关注的作者 Cy Diaz 的文献',
    'Medieval trade: 您关注的作者 Cy Diaz 的文献',
    'Deep learning for cells: 与您关注的「deep learning」相关',
    'Graphs and deep learning: 与您关注的「deep learning」相关',
    'Enzymes at work: 您关注的学科：理学',
    'Cells at rest: 您关注的学科：理学',
  ])
  await prefer({ keywords: ['深度学习'], journals: ['Past Times'] })
  expect((await recommended()).slice(0, 4)).toEqual([
    'Deep learning for cells: 与您关注的「深度学习」相关',
    'Graphs and deep learning: 与您关注的「深度学习」相关',
    'Roman roads: 发表在您关注的《Past Times》',
    'Medieval trade: 发表在您关注的《Past Times》',
  ])
})

test('what was looked at leads to more of its kind and is not repeated', async () => {
  const { ada, idOf, recommended } = await scene()
  await ada.call(api.papers.logView, { paper_id: idOf('Graphs and deep learning') })

  const list = await recommended()
  expect(list[0]).toBe(
    'Deep learning for cells: 与您看过的《Graphs and deep learning》一样关于「deep learning」',
  )
  expect(list.join()).not.toContain('Graphs and deep learning:')
})

test('what was kept leads to more of its kind and is not repeated', async () => {
  const { ada, idOf, recommended } = await scene()
  const dataset_id = await ada.call(api.datasets.privateId, {})
  await ada.call(api.datasets.keepPapers, {
    paper_id_list: [idOf('Deep learning for cells')],
    targets: [{ dataset_id, folder_id: null }],
  })

  const list = await recommended()
  expect(list[0]).toBe(
    'Graphs and deep learning: 与您收藏的《Deep learning for cells》一样关于「deep learning」',
  )
  expect(list.join()).not.toContain('Deep learning for cells:')
})

test('where nothing is known of somebody, what is cited most is shown and said so', async () => {
  const { app, ada, recommended } = await scene()
  expect((await recommended()).slice(0, 2)).toEqual([
    'Cells at rest: 本馆被引较多的文献，被引 90 次',
    'Laws of the sea: 本馆被引较多的文献，被引 40 次',
  ])
  await ada.call(api.user.updateProfile, { nick_name: 'A', subject_codes: ['0710'] })
  expect((await recommended()).slice(0, 3)).toEqual([
    'Cells at rest: 生物学学科中被引较多的文献，被引 90 次',
    'Enzymes at work: 生物学学科中被引较多的文献，被引 7 次',
    'Laws of the sea: 本馆被引较多的文献，被引 40 次',
  ])
  const page = await ada.call(api.papers.recommend, { page_num: 2, page_size: 3 })
  expect(page).toMatchObject({ total: WORKS.length, page_num: 2 })
  expect(page.list).toHaveLength(3)
  expect(await app.guest.refusal(api.papers.recommend, {})).toMatchObject({ status: 401 })
})

test('a paper that was declined stays away until that is undone, for this person only', async () => {
  const { app, ada, idOf, recommended } = await scene()
  const paper_id = idOf('Cells at rest')
  await ada.call(api.papers.notInterested, { paper_id })
  await ada.call(api.papers.notInterested, { paper_id })

  expect((await recommended()).join()).not.toContain('Cells at rest')
  const bo = await app.signUp('Bob')
  expect((await bo.call(api.papers.recommend, {})).list[0]?.title).toBe('Cells at rest')
  await ada.call(api.papers.notInterested, { paper_id, undo: true })
  expect((await recommended())[0]).toContain('Cells at rest')
  expect(await ada.refusal(api.papers.notInterested, { paper_id: 'nobody' })).toMatchObject({
    problem: 'paper.not_found',
  })
})

test('a landmark that nobody is known to cite is not said to be cited', () => {
  const cited = { citation_count: 3, cited_by_count: 0 }
  expect(reasonFor('本馆被引较多的文献', cited)).toBe('本馆被引较多的文献，被引 3 次')
  const found = { ...cited, citation_count: 0 }
  expect(reasonFor('本馆被引较多的文献', found)).toBe('本馆收录的文献')
  expect(reasonFor('医学学科中被引较多的文献', found)).toBe('医学学科收录的文献')
  expect(reasonFor('发表在您关注的《自然》', found)).toBe('发表在您关注的《自然》')
})

const TOPICS = ['machine translation', 'dependency parsing', 'speech recognition', 'question answering']

test('who is new is offered what the library is about, each for a reason of its own, in whole words', async () => {
  const app = await testApp()
  const about = TOPICS.flatMap((topic, at) =>
    Array.from({ length: 12 }, (_, each) => ({
      title: `On ${topic} of ${LANGUAGES[each]}`,
      publish_date: `${2000 + each + at}`,
    })),
  )
  const novels = ['Harbour at dusk: a novel', 'The orchard novel', 'Winter roads, a novel'].map((title) => ({
    title,
    publish_date: '1943',
  }))
  await addPapers(app.base, novels, { is_starter: 1 })
  await addPapers(app.base, about)
  const ada = await app.signUp('Ada')

  const { list } = await ada.call(api.papers.recommend, { page_size: 8 })
  expect(list.map(({ title }) => title).join()).not.toContain('novel')
  const reasons = list.map(({ reason }) => reason)
  expect(new Set(reasons.slice(0, 4)).size).toBe(4)
  for (const { title, reason } of list) {
    const [, topic = ''] = /^关于「(.+)」，本馆文献有 12 篇$/.exec(reason) ?? []
    expect(TOPICS.join('|')).toContain(topic)
    expect(topic).toMatch(/ /)
    expect(title).toContain(topic)
    expect(reason).not.toMatch(/入门|新收入/)
  }
})

test('a reason names a whole phrase, not the beginning of one', async () => {
  const app = await testApp()
  const ends = ['translation', 'translation', 'transliteration', 'reading']
  const about = LANGUAGES.flatMap((language) =>
    ends.map((end, at) => ({
      title: `Statistical machine ${end} of ${language}`,
      publish_date: `${2000 + at}`,
    })),
  )
  await addPapers(app.base, about)
  const ada = await app.signUp('Ada')

  const { list } = await ada.call(api.papers.recommend, { page_size: 50 })
  const reasons = new Set(list.map(({ reason }) => reason.toLowerCase()))
  expect([...reasons].join()).toContain('「statistical machine translation」')
  expect([...reasons].join()).not.toContain('「statistical machine」')
})

test('what the library is about is found once for everybody, and again when it changes', async () => {
  const app = await testApp()
  const about = (topic: string) => LANGUAGES.map((language) => ({ title: `On ${topic} of ${language}` }))
  await addPapers(app.base, TOPICS.flatMap(about))
  const index = await app.base.library.current()
  const searches: string[] = []
  const search = index.search.bind(index)
  index.search = (request, ...rest) => {
    searches.push(request.query)
    return search(request, ...rest)
  }
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const first = await ada.call(api.papers.recommend, {})
  expect(searches.length).toBeGreaterThan(0)
  searches.length = 0
  expect((await bob.call(api.papers.recommend, {})).list).toEqual(first.list)
  app.pass(60_000)
  expect((await bob.call(api.papers.recommend, {})).list).toEqual(first.list)
  expect(searches).toEqual([])

  await addPapers(app.base, [{ title: 'Question answering of the day', publish_date: '2030' }])
  app.pass(60_000)
  const titles = (await bob.call(api.papers.recommend, {})).list.map(({ title }) => title)
  expect(titles).toContain('Question answering of the day')
})

test('a reason names a long title up to its last whole word', async () => {
  const { app, ada, recommended } = await scene()
  const title = 'Deep learning for the reconstruction of <i>unsegmented</i> manuscripts'
  const [paper_id = ''] = await addPapers(app.base, [{ title, keywords: ['deep learning'] }])
  await ada.call(api.papers.logView, { paper_id })
  expect((await recommended())[0]).toMatch(/与您看过的《Deep learning for the reconstruction of…》一样关于/)
})
