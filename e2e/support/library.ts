import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Shows the results of a search once they hold something: the library of a fresh installation is read in the
 * background, and a paper that has just come in is found a moment later.
 */
export async function showResults(page: Page, query: string, url = ''): Promise<void> {
  const address = `${url}/#/home/searchResult?q=${encodeURIComponent(query)}`
  const found = async () => {
    const headers = { 'x-login-type': 'front' }
    const answer = await page.request.post(`${url}/api/paper/search`, { data: { query }, headers })
    return (await answer.json()).data?.total
  }
  await expect.poll(found).toBeGreaterThan(0)
  // A page that is there already would keep what it has found before.
  await page.goto('about:blank')
  await page.goto(address)
  await expect(page.getByRole('article').first()).toBeVisible()
}
