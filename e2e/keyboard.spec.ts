import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'
import { openQuestion } from './support/quoted-answer.ts'

/** Returns the name of the focused element if something covers it, it is out of the window or its focus is not drawn. */
function findFocusFault(): string | undefined {
  const focused = document.activeElement
  if (!focused || focused === document.body) return
  const { left, top, right, bottom } = focused.getBoundingClientRect()
  const x = Math.min(innerWidth - 1, Math.max(0, (left + Math.min(right, left + 40)) / 2))
  const y = Math.min(innerHeight - 1, Math.max(0, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2))
  const above = document.elementFromPoint(x, y)
  const isSeen = above !== null && (focused.contains(above) || above.contains(focused))
  const isDrawn = [focused, ...[...Array(4)].map((_, at) => parentOf(focused, at + 1))].some((element) => {
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    return outlineStyle !== 'none' || boxShadow !== 'none'
  })
  const name = focused.getAttribute('aria-label') ?? focused.textContent ?? focused.tagName
  return isSeen && isDrawn ? undefined : `${name.slice(0, 40)} at ${Math.round(left)}, ${Math.round(top)}`

  function parentOf(element: Element, steps: number): Element {
    return steps === 0 || !element.parentElement ? element : parentOf(element.parentElement, steps - 1)
  }
}

/** Presses a key a number of times; returns what is wrong with the elements that receive the focus. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', times: number): Promise<string[]> {
  const faults: string[] = []
  for (let at = 0; at < times; at += 1) {
    await page.keyboard.press(key)
    const fault = await page.evaluate(findFocusFault)
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

test('by the keyboard nothing of an answer is reached behind the field for the next question', async ({
  home: page,
}) => {
  await openQuestion(page)
  await expect(page.getByRole('button', { name: '导出回答' })).toBeVisible()
  await page
    .getByRole('button', { name: /^引用 1，/ })
    .first()
    .focus()
  expect(await walk(page, 'Tab', 14)).toEqual([])
  expect(await walk(page, 'Shift+Tab', 14)).toEqual([])
})

test('on the way back through results nothing is reached behind the bar above them', async ({
  desk: page,
}) => {
  await showResults(page, '理论')
  await page.getByRole('article').last().getByRole('link').first().focus()
  expect(await walk(page, 'Shift+Tab', 40)).toEqual([])
})
