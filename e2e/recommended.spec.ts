import { expect, test } from './support/fixtures.ts'
import { addPapers } from './support/inbox.ts'
import { waitUntilFound } from './support/library.ts'

const CROPS = 'barley beans carrots cotton grapes lentils maize millet onions potatoes rice tomatoes'.split(
  ' ',
)
const SUBJECTS = [
  'drip irrigation',
  'soil salinity',
  'water use efficiency',
  'deficit irrigation',
  'nitrogen leaching',
]

test('who is new is offered what the library is about, for different reasons and in whole words', async ({
  home: page,
  server,
}) => {
  const records = SUBJECTS.flatMap((subject, at) =>
    CROPS.map((crop, each) => ({ title: `On ${subject} of ${crop}`, year: 2000 + at + each })),
  )
  addPapers(server, records)
  await waitUntilFound(page, 'irrigation OR salinity OR "water use" OR leaching', records.length)
  const reasons = page.locator('article').getByText(/^关于「.+」，本馆文献有 [\d,]+ 篇$/)
  const offered = async () => (await page.request.get('/api/paper/recommend')).text()
  await expect.poll(offered).toMatch(/关于「[^」]*irrigation/)
  await page.goto('about:blank')
  await page.goto('/#/home')
  await expect(reasons.filter({ hasText: /irrigation/ }).first()).toBeVisible()

  const rows = page.locator('article')
  // As it is seen: a title and its translation stand on lines of their own.
  const shown = await rows.allInnerTexts()
  expect(shown.length).toBeGreaterThan(4)
  const topics = shown.map((text) => /关于「(.+)」，本馆文献有/.exec(text)?.[1] ?? '')
  expect(new Set(topics).size).toBeGreaterThan(4)
  for (const [at, topic] of topics.entries()) {
    const text = (shown[at] ?? '').toLowerCase()
    expect(topic, text).toMatch(/^(?:\p{Script=Han}{3,}|\p{L}[\p{L}-]+(?: [\p{L}-]+)+)$/u)
    // Whole words: it stands in the title with nothing glued to it.
    const [before, after] = /\p{Script=Han}/u.test(topic) ? ['', ''] : ['(?<![a-z])', '(?:s|es)?(?![a-z])']
    expect(text.split('关于「')[0]).toMatch(new RegExp(`${before}${topic.toLowerCase()}${after}`))
    expect(text).not.toMatch(/(?:入门文献|新收入)[\s\S]*(?:入门文献|新收入)/)
  }
})
