import { expect, test } from 'vitest'
import { lightMarkdown } from './index.ts'

const LONGEST = 40_000
const repeated = (part: string, length = LONGEST) => part.repeat(Math.ceil(length / part.length))

const ordinary = `## 结论

**注意力**有用[1]，*但是* \`code\` 与 $E=mc^2$ 不同[2][3]。见 [链接](https://example.org/a_b)。

1. 其一
   - 其中
     - 再其中

> 引文
> > 引文中的引文

| a | b |
|---|---|
| 1 | 2 |

${'```py'}
${repeated('x[0] = *a ', 4_000)}
${'```'}

$$
${repeated('x_1^{2} + ', 2_000)}
$$

小标题
---

${Array.from({ length: 60 }, (_, at) => `- 第 ${at} 条[${at}]`).join('\n')}`

test('an answer as models write it stays as it is, however much its code and formulas hold', () => {
  expect(lightMarkdown(ordinary)).toBe(ordinary)
})

test.each([
  ['brackets', '[a]('],
  ['emphasis', '*a '],
  ['quotes in quotes', '> > '],
  ['lists in lists', '1. '],
  ['lists of one line', '- a\n\n'],
  ['headings by underlines', 'a\n---\n'],
  ['one word', 'a.'],
  ['what follows a fence that another may end', '- a\n\n  ```\n```\n```\n*a '],
])('%s without end are read as plain text', (_, part) => {
  const light = lightMarkdown(repeated(part))
  expect(light.match(/[*_~`[\]<&$!@|]/g)?.length ?? 0).toBeLessThan(2_001)
  expect(light.split('\n').length).toBeLessThan(1_300)
  expect(/[-.\w+]{500}/.test(light)).toBe(false)
  expect(/^(?:\s*(?:>|\d\.)){8}/m.test(light)).toBe(false)
})

test('one heavy paragraph leaves those around it as they are', () => {
  const light = lightMarkdown(`**a**\n\n${repeated('*b ', 3_000)}\n\n**c**`)
  expect(light.startsWith('**a**\n\n')).toBe(true)
  expect(light.endsWith('\n\n**c**')).toBe(true)
  expect(light).not.toContain('*b')
})
