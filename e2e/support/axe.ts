import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Returns the serious and critical accessibility faults of a page, each with the beginning of its element: all rules in
 * light appearance, and those on colours in dark.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  const light = await runAxe(page)
  await switchColorScheme(page, 'dark')
  const dark = await runAxe(page, ['color-contrast', 'link-in-text-block'])
  await switchColorScheme(page, 'light')
  return [...light, ...dark.map((fault) => `in dark appearance: ${fault}`)]
}

/**
 * Checks all rules, or these, within the page itself. By default axe opens another page to put together what it finds in
 * frames of other origins, of which there are none.
 */
async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/**
 * Changes the system's colour scheme and waits until the page has followed, without transitions. A page without scripts
 * follows at once by its style sheet.
 */
async function switchColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((wanted) => {
    const { theme = wanted } = document.documentElement.dataset
    return theme === wanted
  }, colorScheme)
}
