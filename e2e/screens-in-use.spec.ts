// Screens of search and chat that show results and answers.
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'
import { openQuestion } from './support/quoted-answer.ts'

test('the chat screens have no serious accessibility fault and fit a phone', async ({ home: page }) => {
  await openQuestion(page)
  const chat = page.url()
  for (const address of [chat, '/#/scientific']) {
    await page.goto(address)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await seriousFaults(page), address).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(sideways)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('the search screens and their dialogs have no serious accessibility fault', async ({ home: page }) => {
  await showResults(page, '理论')
  const at = '/#/home/searchResult?q=%E7%90%86%E8%AE%BA'
  const panels = ['advanced', 'syntax', 'follow', 'preferences'].map((panel) => `${at}&panel=${panel}`)
  for (const address of ['/#/home', at, '/#/home/searchHistory', ...panels]) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await seriousFaults(page), address).toEqual([])
  }
  await page.goto(at)
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor()
  expect(await seriousFaults(page), 'the open paper').toEqual([])
})

test('nothing scrolls sideways on a phone while searching', async ({ home: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await showResults(page, '理论')
  for (const address of ['/#/home', '/#/home/searchResult?q=%E7%90%86%E8%AE%BA', '/#/home/searchHistory']) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, address).toBe(0)
  }
})
