import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Waits until a search has results: the library of a fresh installation is imported in the background, and a paper that
 * was just imported becomes searchable a moment later.
 */
export async function waitUntilFound(page: Page, query: string, minHits = 1, url = ''): Promise<void> {
  const found = async () => {
    const headers = { 'x-login-type': 'front' }
    const answer = await page.request.post(`${url}/api/paper/search`, { data: { query }, headers })
    return (await answer.json()).data?.total
  }
  await expect.poll(found).toBeGreaterThanOrEqual(minHits)
}

/** Shows the results of a search once there are some; `more` follows the query in the address. */
export async function showResults(page: Page, query: string, url = '', more = ''): Promise<void> {
  await waitUntilFound(page, query, 1, url)
  // A page that is already open would keep its earlier results.
  await page.goto('about:blank')
  await page.goto(`${url}/#/home/searchResult?q=${encodeURIComponent(query)}${more}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}
