import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'

const { preferences } = api
const DAY_MS = 24 * 60 * 60_000

const topic = (value: string, more: object = {}) => ({ kind: 'topic' as const, value, ...more })

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const counts = async () =>
    Object.fromEntries(
      (await ada.call(preferences.subscriptions, {})).map(({ name, new_count }) => [name, new_count]),
    )
  return { app, ada, counts }
}

test('subscriptions are added, changed and deleted in one go', async () => {
  const { ada } = await scene()
  const list = [topic('diffusion'), topic('attention', { name: '注意力', notify: 'daily' })]
  const [first, second] = await ada.call(preferences.saveSubscriptions, { list })
  expect(first).toMatchObject({
    kind: 'topic',
    value: 'diffusion',
    name: 'diffusion',
    notify: 'none',
    new_count: 0,
  })
  expect(second).toMatchObject({ name: '注意力', notify: 'daily' })

  const changed = await ada.call(preferences.saveSubscriptions, {
    list: [
      topic('diffusion', { id: first?.id, deleted: true }),
      { id: second?.id, kind: 'query', value: 'TI:attention', name: '题名', notify: 'weekly' },
      { kind: 'author', value: 'Wang Wei' },
    ],
  })
  expect(changed).toMatchObject([
    { id: second?.id, kind: 'query', value: 'TI:attention', name: '题名', notify: 'weekly' },
    { kind: 'author', name: 'Wang Wei' },
  ])
  expect(await ada.call(preferences.subscriptions, {})).toEqual(changed)
})

test('what is followed already is changed, not added twice', async () => {
  const { ada } = await scene()
  await ada.call(preferences.saveSubscriptions, { list: [topic('diffusion')] })
  const list = [topic('diffusion', { notify: 'weekly' }), { kind: 'journal' as const, value: 'diffusion' }]

  expect(await ada.call(preferences.saveSubscriptions, { list })).toMatchObject([
    { kind: 'topic', notify: 'weekly' },
    { kind: 'journal' },
  ])
})

test('a list with one wrong row changes nothing', async () => {
  const { app, ada } = await scene()
  const bob = await app.signUp('Bob')
  const [theirs] = await bob.call(preferences.saveSubscriptions, { list: [topic('secret')] })
  for (const id of [theirs?.id, 'nobody']) {
    const list = [topic('diffusion'), topic('mine', { id, deleted: true })]
    expect(await ada.refusal(preferences.saveSubscriptions, { list })).toMatchObject({
      status: 404,
      problem: 'subscription.not_found',
    })
  }
  expect(await ada.call(preferences.subscriptions, {})).toEqual([])
  expect(await bob.call(preferences.subscriptions, {})).toHaveLength(1)
})

test('a person follows 200 things at most', async () => {
  const { ada } = await scene()
  const many = (from: number, count: number) => ({
    list: Array.from({ length: count }, (_, index) => topic(`t${from + index}`)),
  })
  for (const from of [0, 50, 100, 150]) await ada.call(preferences.saveSubscriptions, many(from, 50))

  expect(await ada.refusal(preferences.saveSubscriptions, many(200, 1))).toMatchObject({
    status: 409,
    problem: 'subscription.too_many',
  })
  expect(await ada.call(preferences.subscriptions, {})).toHaveLength(200)
})

test('new papers count from the moment of subscribing until they are looked at', async () => {
  const { app, ada, counts } = await scene()
  const [old = ''] = await addPapers(app.base, ['Diffusion before'])
  const [made] = await ada.call(preferences.saveSubscriptions, {
    list: [topic('diffusion'), topic('attention')],
  })
  const subscription_id = made?.id ?? ''
  app.pass(1_000)
  const fresh = await addPapers(app.base, ['Diffusion one', 'Diffusion two', 'Something else'])
  expect(await counts()).toEqual({ diffusion: 2, attention: 0 })

  const flags = async (input: object = {}) => {
    const { list } = await ada.call(preferences.subscriptionPapers, { subscription_id, ...input })
    return new Map(list.map((paper) => [paper.id, paper.is_new]))
  }
  const expected = new Map([
    [fresh[1], true],
    [fresh[0], true],
    [old, false],
  ])
  expect(await flags({ peek: true })).toEqual(expected)
  expect(await counts()).toMatchObject({ diffusion: 2 })
  const answer = await ada.call(preferences.subscriptionPapers, { subscription_id, page_size: 2 })
  expect(answer).toMatchObject({ total: 3, subscription: { id: subscription_id, new_count: 2 } })
  expect(await counts()).toEqual({ diffusion: 0, attention: 0 })
  expect([...(await flags()).values()]).toEqual([false, false, false])
  expect(await flags({ since: answer.subscription.looked_at })).toEqual(expected)
})

test('a journal is found by its name, an author in any script, a topic in both languages, a query as written', async () => {
  const { app, ada, counts } = await scene()
  const wanted = [
    { kind: 'journal' as const, value: 'Nature' },
    { kind: 'author' as const, value: 'Wang Wei' },
    topic('认识论'),
    topic('C++ (AND) "x'),
    { kind: 'query' as const, value: 'TI:lattice NOT AU:Li' },
  ]
  await ada.call(preferences.saveSubscriptions, { list: wanted })
  const creator = (name: string) => ({ name, role: 'author' as const, affiliations: [] })
  await addPapers(app.base, [
    { title: 'One', basic_sourcename: 'Nature' },
    { title: 'Nature of things', basic_sourcename: 'Nature Physics' },
    { title: 'Two', creators: [creator('Wei Wang')] },
    { title: 'Three', creators: [creator('王伟')] },
    { title: 'Four', creators: [creator('Wang Fang')] },
    { title: 'A new epistemology' },
    { title: '认识论史' },
    { title: 'Lattice models' },
    { title: 'Lattice gauge theory', creators: [creator('Li Na')] },
  ])

  expect(await counts()).toEqual({
    Nature: 1,
    'Wang Wei': 2,
    认识论: 2,
    'C++ (AND) "x': 0,
    'TI:lattice NOT AU:Li': 1,
  })
})

test('a changed subscription begins anew', async () => {
  const { app, ada, counts } = await scene()
  const [made] = await ada.call(preferences.saveSubscriptions, { list: [topic('diffusion')] })
  await addPapers(app.base, ['Diffusion', 'Attention'])
  await ada.call(preferences.saveSubscriptions, { list: [topic('diffusion', { notify: 'daily' })] })
  expect(await counts()).toEqual({ diffusion: 1 })
  await ada.call(preferences.saveSubscriptions, { list: [topic('attention', { id: made?.id })] })
  expect(await counts()).toEqual({ attention: 0 })
})

test('a preview says how many papers of the last 30 days it would have found', async () => {
  const { app, ada } = await scene()
  await addPapers(app.base, ['Diffusion long ago'])
  app.pass(31 * DAY_MS)
  await addPapers(app.base, ['Diffusion lately', 'Attention lately'])
  const again = await app.logIn('Ada')

  const preview = await again.call(preferences.subscriptionPreview, { kind: 'topic', value: 'diffusion' })
  expect(preview).toEqual({ days: 30, count: 1, total: 2 })
  void ada
})

test('attack 12: a subscription of somebody else looks like none', async () => {
  const { app, ada } = await scene()
  const [made] = await ada.call(preferences.saveSubscriptions, { list: [topic('diffusion')] })
  const bob = await app.signUp('Bob')
  const foreign = await bob.refusal(preferences.subscriptionPapers, { subscription_id: made?.id })

  expect(foreign).toMatchObject({ status: 404, problem: 'subscription.not_found' })
  expect(foreign).toEqual(await bob.refusal(preferences.subscriptionPapers, { subscription_id: 'nobody' }))
})

test('topics are found by discipline and by name in both languages, the largest first', async () => {
  const { app, ada } = await scene()
  await addPapers(app.base, ['An economic growth model', '经济增长', '收入分配'])
  const topics = await ada.call(preferences.topics, { subject_code: '0201' })
  expect(topics.slice(0, 2)).toMatchObject([
    { name: '经济增长', name_en: 'economic growth', subject_code: '0201', count: 2 },
    { name: '收入分配', count: 1 },
  ])
  expect((await ada.call(preferences.topics, { keyword: 'ECONOMIC GROWTH' }))[0]?.name).toBe('经济增长')
  const few = await ada.call(preferences.topics, {})
  expect(new Set(few.map((each) => each.subject_code)).size).toBe(117)
  expect(await ada.call(preferences.topics, { keyword: 'no such topic' })).toEqual([])
})
