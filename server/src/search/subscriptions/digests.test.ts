import { api } from '@scinav/contract'
import { expect, test, vi } from 'vitest'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { notify } from '../../platform/notices/index.ts'
import { addPapers } from '../../testing/papers.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { dailyDigest, weeklyDigest } from './digest.job.ts'

const { preferences } = api
const DAY_MS = 24 * 60 * 60_000

async function scene(env: Record<string, string> = {}) {
  const app = await testApp({ env })
  const ada = await app.signUp('Ada')
  await app.runner.drain()
  const follow = (value: string, notify: 'none' | 'daily' | 'weekly', kind: 'topic' | 'query' = 'topic') =>
    ada.call(preferences.saveSubscriptions, { list: [{ kind, value, notify }] })
  return { app, ada, follow }
}

/** Runs a digest and answers the mails it sent. */
async function mailsOf(app: TestApp, digest: typeof dailyDigest) {
  const before = app.outbox.length
  await enqueue(app.base, digest, {})
  await app.runner.drain()
  return app.outbox.slice(before)
}

test('a daily mail names the new papers of all daily subscriptions, each work once', async () => {
  const { app, ada, follow } = await scene({ PUBLIC_URL: 'https://scinav.example.edu.cn' })
  await addPapers(app.base, ['Diffusion before'])
  const [subscription] = await follow('diffusion', 'daily')
  await follow('model', 'daily')
  await follow('attention', 'weekly')
  await follow('transformer', 'none')
  await addPapers(app.base, [
    {
      title: 'A diffusion model of H<sub>2</sub>O',
      doi: '10.1000/d',
      publish_date: '2026-02',
      basic_sourcename: '化学学报',
    },
    { title: 'Another model' },
    { title: 'Attention' },
    { title: 'A transformer' },
  ])
  const [mail, ...others] = await mailsOf(app, dailyDigest)

  expect(others).toEqual([])
  expect(mail?.to).toBe('ada@example.edu.cn')
  expect(mail?.subject).toBe('【科学导航】今日订阅更新：2 篇新文献')
  const text = mail?.text ?? ''
  expect(text.match(/A diffusion model of H2O/g)).toHaveLength(1)
  expect(text).toContain('https://doi.org/10.1000/d')
  expect(text).toContain('化学学报，2026')
  expect(text).toContain('Another model')
  expect(text).not.toMatch(/before|Attention|transformer|<sub>/)
  expect(text).toContain(`https://scinav.example.edu.cn/#/subscribe/searchResult?id=${subscription?.id}`)
  void ada
})

test('nothing is mailed twice, and nothing where nothing is new', async () => {
  const { app, follow } = await scene()
  await follow('diffusion', 'daily')
  expect(await mailsOf(app, dailyDigest)).toEqual([])
  await addPapers(app.base, ['Diffusion'])
  expect(await mailsOf(app, weeklyDigest)).toEqual([])
  expect(await mailsOf(app, dailyDigest)).toHaveLength(1)
  expect(await mailsOf(app, dailyDigest)).toEqual([])

  await addPapers(app.base, ['Something else'])
  expect(await mailsOf(app, dailyDigest)).toEqual([])
})

test('the article of a preprint that was mailed is not mailed again', async () => {
  const { app, follow } = await scene()
  await follow('diffusion', 'daily')
  await addPapers(app.base, [{ title: 'Diffusion preprint', resource_type: 9 }], { work_id: 'w1' })
  expect(await mailsOf(app, dailyDigest)).toHaveLength(1)
  await addPapers(app.base, ['Diffusion article', 'Diffusion in print'], { work_id: 'w1' })
  expect(await mailsOf(app, dailyDigest)).toEqual([])

  await addPapers(app.base, ['Diffusion two, preprint', 'Diffusion two, article'], { work_id: 'w2' })
  const [mail] = await mailsOf(app, dailyDigest)
  expect(mail?.subject).toContain('1 篇新文献')
})

test('a retraction of a work that the reader uses is mailed once, with new papers or alone', async () => {
  const { app, ada, follow } = await scene({ PUBLIC_URL: 'https://scinav.example.edu.cn' })
  const alert = (text: string) =>
    notify(app.base, { user_ids: [ada.id], kind: 'retraction', text, route: '/readDetailMore?paper_id=1' })
  await alert('「Tides」已撤稿（2024-03-04），它在您的批注')
  expect(await mailsOf(app, dailyDigest)).toEqual([])

  await follow('diffusion', 'daily')
  await addPapers(app.base, ['Diffusion'])
  const [both] = await mailsOf(app, dailyDigest)
  expect(both?.subject).toBe('【科学导航】今日订阅更新：1 篇新文献，撤稿提醒 1 条')
  expect(both?.text).toContain(
    '1. 「Tides」已撤稿（2024-03-04），它在您的批注\n   https://scinav.example.edu.cn/#/readDetailMore?paper_id=1',
  )
  expect(await mailsOf(app, dailyDigest)).toEqual([])

  await alert('「Winds」已撤稿，它在您的清单「海洋」')
  const [alone] = await mailsOf(app, dailyDigest)
  expect(alone?.subject).toBe('【科学导航】撤稿提醒 1 条')
  expect(alone?.text).not.toContain('Tides')
})

test('of two runs at once one mails', async () => {
  const { app, follow } = await scene()
  await follow('diffusion', 'daily')
  await addPapers(app.base, ['Diffusion'])
  await enqueue(app.base, dailyDigest, {})
  expect(await mailsOf(app, dailyDigest)).toHaveLength(1)
})

test('a long list is cut, with how many more there are', async () => {
  const { app, follow } = await scene()
  await follow('diffusion', 'weekly')
  await addPapers(
    app.base,
    Array.from({ length: 130 }, (_, index) => `Diffusion ${index}`),
  )
  const [mail] = await mailsOf(app, weeklyDigest)

  expect(mail?.subject).toBe('【科学导航】本周订阅更新：130 篇新文献')
  expect(mail?.text).toContain('另有 110 篇')
  expect(mail?.text.match(/^\d+\. Diffusion/gm)).toHaveLength(20)
})

test('mails begin when they are switched on, and end with the account', async () => {
  const { app, follow } = await scene()
  await follow('diffusion', 'none')
  await addPapers(app.base, ['Diffusion one'])
  await follow('diffusion', 'daily')
  expect(await mailsOf(app, dailyDigest)).toEqual([])
  await addPapers(app.base, ['Diffusion two'])
  await app.base.db.updateTable('users').set({ status: 'disabled' }).execute()
  expect(await mailsOf(app, dailyDigest)).toEqual([])
})

test('digests run by themselves, every day and every week', async () => {
  const { app, follow } = await scene()
  await follow('diffusion', 'daily')
  await follow('attention', 'weekly')
  await addPapers(app.base, ['Diffusion', 'Attention'])
  const subjects = async (days: number) => {
    const before = app.outbox.length
    app.pass(days * DAY_MS)
    await app.runner.drain()
    return app.outbox.slice(before).map((mail) => mail.subject.slice(6, 8))
  }

  expect(await subjects(1)).toEqual(['今日'])
  await addPapers(app.base, ['Diffusion again'])
  expect((await subjects(6)).sort()).toEqual(['今日', '本周'])
})

test('a subscription whose search takes too long keeps nobody from their mail', async () => {
  const { app, ada, follow } = await scene()
  await addPapers(app.base, ['A beginning'])
  await follow('endless', 'daily')
  await follow('model', 'daily')
  await addPapers(app.base, ['An endless story', 'A model'])
  const index = await app.base.library.current()
  vi.spyOn(app.base.library, 'current').mockResolvedValue({
    ...index,
    search: async (request) => {
      if (request.query.includes('endless')) throw new AppError('search.too_long')
      return index.search(request)
    },
  })
  const [mail] = await mailsOf(app, dailyDigest)

  expect(mail?.text).toContain('A model')
  expect(mail?.text).not.toContain('An endless story')
  const counts = (await ada.call(preferences.subscriptions, {})).map((each) => [each.value, each.new_count])
  expect(Object.fromEntries(counts)).toEqual({ endless: 0, model: 1 })
})

test('many slow subscriptions of one person take one time together, and those left over come first next time', async () => {
  const { app, follow } = await scene()
  await addPapers(app.base, ['A beginning'])
  const values = Array.from({ length: 12 }, (_, at) => `slow${at}`)
  for (const value of values) await follow(value, 'daily')
  await addPapers(app.base, values)
  const asked = slowSearches(app)
  const texts = []
  for (let run = 0; run < 6; run += 1) {
    const before = asked.length
    texts.push(...(await mailsOf(app, dailyDigest)).map((mail) => mail.text))
    expect(asked.length - before).toBeLessThan(6)
  }
  expect(asked.toSorted()).toEqual(values.toSorted())
  for (const value of values) expect(texts.filter((text) => text.includes(`${value}\n`))).toHaveLength(1)
})

test('a list of many slow subscriptions is answered in one time, whole, those left over without a count', async () => {
  const { app, ada, follow } = await scene()
  const values = Array.from({ length: 12 }, (_, at) => `slow${at}`)
  for (const value of values) await follow(value, 'none')
  await addPapers(app.base, values)
  const asked = slowSearches(app)
  const counts = (await ada.call(preferences.subscriptions, {})).map(({ new_count }) => new_count)
  expect(counts).toHaveLength(12)
  expect(asked.length).toBeLessThan(6)
  expect(counts.filter((count) => count > 0)).toHaveLength(asked.length)
})

/** Each search takes 4 seconds of the clock; answers the words that were searched for. */
function slowSearches(app: TestApp): string[] {
  const asked: string[] = []
  const { current } = app.base.library
  vi.spyOn(app.base.library, 'current').mockImplementation(async () => {
    const index = await current()
    return {
      ...index,
      search: (request) => {
        asked.push(/slow\d+/.exec(request.query)?.[0] ?? '')
        app.pass(4_000)
        return index.search(request)
      },
    }
  })
  return asked
}
