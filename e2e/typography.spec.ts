import { expect, test } from './support/fixtures.ts'
import { showResults, waitUntilFound } from './support/library.ts'

test('curly quotes are as narrow as English has them in English, and as wide as a character in Chinese', async ({
  home: page,
}) => {
  const widths = await page.evaluate(async () => {
    const widthOf = (text: string, lang?: string) => {
      const sample = document.createElement('span')
      if (lang) sample.lang = lang
      sample.textContent = text
      document.body.append(sample)
      const { width } = sample.getBoundingClientRect()
      sample.remove()
      return width
    }
    // The first use of a font begins to load it.
    widthOf('‘’“”')
    await document.fonts.load('14px "Latin quotes"', '’')
    const em = Number.parseFloat(getComputedStyle(document.body).fontSize)
    return {
      plain: [...'‘’“”'].map((quote) => widthOf(quote) / em),
      english: [...'‘’“”'].map((quote) => widthOf(quote, 'en') / em),
      chinese: [...'‘’“”'].map((quote) => widthOf(quote, 'zh') / em),
      words: [...'‘’“”'].map((quote) => (widthOf(`don${quote}t`) - widthOf('dont')) / em),
    }
  })
  for (const width of [...widths.plain, ...widths.english, ...widths.words]) expect(width).toBeLessThan(0.6)
  for (const width of widths.chinese) expect(width).toBeGreaterThan(0.9)
})

test('no line of authors begins with a comma, however narrow the window', async ({ home: page }) => {
  await waitUntilFound(page, '超导 OR learning', 6)
  await showResults(page, '超导 OR learning')
  const seen = { commas: 0, first: [] as string[] }
  for (let width = 320; width <= 460; width += 4) {
    await page.setViewportSize({ width, height: 844 })
    const found = await page.locator('article p').evaluateAll(authorCommas)
    seen.commas += found.length
    seen.first.push(...found.filter(({ first }) => first).map(({ line }) => `${width}: ${line}`))
  }
  expect(seen.commas).toBeGreaterThan(100)
  expect(seen.first).toEqual([])
})

/** The commas between the names of each line of authors, and whether one begins a line. Runs in the browser. */
function authorCommas(lines: Element[]): { line: string; first: boolean }[] {
  return lines
    .filter((line) => line.querySelector('a[href*="AU"], button'))
    .flatMap((line) => {
      const { left } = line.getBoundingClientRect()
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      const found: { line: string; first: boolean }[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.textContent?.trim() !== '，') continue
        const range = document.createRange()
        range.selectNodeContents(text)
        found.push({
          line: line.textContent ?? '',
          first: range.getBoundingClientRect().left < left + 4,
        })
      }
      return found
    })
}
