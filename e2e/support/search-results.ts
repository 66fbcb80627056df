import type { Page } from '@playwright/test'

/** An author as records of papers name them. */
export const REAL_AUTHOR = { name: 'Lin Wu', role: 'author', affiliations: ['Peking University'] }

/** Changes every paper that searches return from now on. */
export async function rewriteSearchResults(
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
