import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { showResults } from './support/library.ts'

/** Contrast of an element's outline with what is behind it, by WCAG 2.2. */
const outlineContrast = (place: Locator) =>
  place.evaluate((element) => {
    const numbers = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const behind = (from: Element | null): string => {
      const colour = from ? getComputedStyle(from).backgroundColor : 'rgb(255, 255, 255)'
      return from && numbers(colour)[3] === 0 ? behind(from.parentElement) : colour
    }
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = numbers(colour)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const style = getComputedStyle(element)
    // What the browser draws itself says nothing about its colours.
    if (style.appearance !== 'none') return 0
    const [high = 0, low = 0] = [light(style.borderTopColor), light(behind(element.parentElement))].sort(
      (a, b) => b - a,
    )
    return (high + 0.05) / (low + 0.05)
  })

/** What is wrong with how a title folds. Runs in the page. */
function findTitleFoldFaults(link: Element): string[] {
  const startsLine = (piece: Element): boolean => {
    const next = piece.nextSibling
    if (!next?.textContent?.startsWith('、') || next.nodeType !== Node.TEXT_NODE) return false
    const range = document.createRange()
    range.setStart(next, 0)
    range.setEnd(next, 1)
    return range.getBoundingClientRect().left < piece.getBoundingClientRect().right - 1
  }
  const pieces = [...link.querySelectorAll('span, sub')]
  const linesOf = (piece: Element) => new Set([...piece.getClientRects()].map(({ top }) => top)).size
  const folded = pieces.filter((piece) => linesOf(piece) > 1)
  const apart = pieces.filter(startsLine)
  return [
    ...folded.map((piece) => `${piece.textContent} is folded`),
    ...apart.map((piece) => `the 、 after ${piece.textContent} begins a line`),
  ]
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} appearance`, () => {
    test.use({ colorScheme })
    test('boxes to tick stand out against their ground', async ({ home }) => {
      await showResults(home, '理论')
      expect(await outlineContrast(home.getByRole('checkbox').first())).toBeGreaterThanOrEqual(3)
      await home.getByRole('article').first().getByRole('checkbox').check()
      await home.keyboard.press('c')
      const dialog = home.getByRole('dialog', { name: /^引用与导出/ })
      expect(await outlineContrast(dialog.getByRole('radio').nth(1))).toBeGreaterThanOrEqual(3)
    })
  })
}

test('a list of styles that goes on below says so', async ({ home }) => {
  await home.setViewportSize({ width: 1440, height: 700 })
  await showResults(home, '理论')
  await home.getByRole('article').first().getByRole('checkbox').check()
  await home.getByRole('region', { name: '选中的文献' }).getByRole('button', { name: '引用' }).click()
  const choices = home.getByRole('dialog').getByRole('group', { name: '格式' }).locator('..')
  await choices.waitFor()
  const fade = await choices.evaluate((element) => {
    const { position, backgroundImage } = getComputedStyle(element, '::after')
    return `${position} ${backgroundImage}`
  })
  expect(fade).toMatch(/^sticky linear-gradient/)
})

test('a message never covers what can be done with the chosen papers', async ({ home }) => {
  await home.setViewportSize({ width: 390, height: 844 })
  await showResults(home, '理论')
  await home.getByRole('article').first().getByRole('checkbox').check()
  const bar = home.getByRole('region', { name: '选中的文献' })
  await bar.getByRole('button', { name: '引用' }).click()
  await home.getByRole('dialog').getByRole('button', { name: '复制' }).click()
  const message = home.getByRole('status').filter({ hasText: '复制' })
  const [above, below] = [await message.boundingBox(), await bar.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('on a phone the field says all it has to say, and nothing sticks out at the left', async ({ home }) => {
  await home.setViewportSize({ width: 390, height: 844 })
  await home.goto('/#/home')
  const cut = await home.getByRole('combobox', { name: '检索词' }).evaluate((field: HTMLInputElement) => {
    const { font } = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = font
    return (pen?.measureText(field.placeholder).width ?? 0) - field.clientWidth
  })
  expect(cut).toBeLessThanOrEqual(0)

  await home.goto('/#/resources?view=journals')
  const journal = home.getByRole('article').first()
  const follow = await journal.getByRole('button', { name: /订阅/ }).boundingBox()
  expect(follow?.x).toBeGreaterThanOrEqual((await journal.boundingBox())?.x ?? 0)
})

test('a title never folds inside a formula, and no line begins with a comma', async ({ home }) => {
  await home.route('**/api/paper/search', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const paper of body.data?.list ?? [])
      Object.assign(paper, {
        highlights: [],
        title:
          '高压富氢化合物的可解释预测：结合电声耦合常数 $\\lambda + \\mu$、主动学习与 $T_c \\approx 250$ K、YBa<sub>2</sub>Cu<sub>3</sub>O<sub>7-δ</sub>、多尺度框架',
      })
    await route.fulfill({ response: answer, json: body })
  })
  await showResults(home, '理论')
  for (let width = 380; width <= 640; width += 10) {
    await home.setViewportSize({ width, height: 844 })
    const faults = await home
      .getByRole('article')
      .first()
      .getByRole('heading')
      .getByRole('link')
      .evaluate(findTitleFoldFaults)
    expect(faults, `${width} px`).toEqual([])
  }
})

test('fields to search with are as high as the buttons beside them', async ({ home }) => {
  for (const [place, label] of [
    ['/#/aiApplications?panel=prompts&tab=ready', '查找提示词'],
    ['/#/aiApplications', '查找应用'],
    ['/#/outAgent', '查找站外智能体'],
    ['/#/project', '查找项目'],
    ['/#/resources', '查找数据库'],
    ['/#/knowledgeBase', '在这里检索'],
    ['/#/home/searchHistory', '在历史里查找'],
  ] as const) {
    await home.goto(place)
    const height = await home.getByLabel(label).evaluate((input) => {
      const outlined = input.closest('.ant-input-affix-wrapper') ?? input
      return outlined.getBoundingClientRect().height
    })
    expect(height, label).toBe(36)
  }
})
