import { expect, type Page } from '@playwright/test'

/** The results of a query; the starter library is read in the background after the first start. */
export async function showResults(page: Page, query: string, more = ''): Promise<void> {
  const address = `/#/home/searchResult?q=${encodeURIComponent(query)}${more}`
  await expect(async () => {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 50_000 })
}

/** From now on every paper that a search finds is another one. */
export async function withPapers(
  page: Page,
  change: (paper: Record<string, unknown>, place: number) => Record<string, unknown>,
): Promise<void> {
  await page.route('**/api/paper/search', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.data?.list) body.data.list = body.data.list.map(change)
    await route.fulfill({ response: answer, json: body })
  })
}
