import { expect, test } from 'vitest'
import { countCitedSentences } from './cited-sentences.ts'

/** Returns blocks of texts, with their markers in square brackets. */
function manuscript(...texts: string[]): Parameters<typeof countCitedSentences>[0] {
  const markers = texts.flatMap((text, block) =>
    Array.from(text.matchAll(/\[[^\]]+\]/g), ({ index, 0: marker }) => ({
      ...{ block, start: index, end: index + marker.length, text: marker },
      ...{ form: 'numeric' as const, entries: [], unmatched: [], ambiguous: [], list: 0 },
    })),
  )
  return {
    blocks: texts.map((text) => ({ kind: 'paragraph', text, page: 1 })),
    markers,
  } as unknown as ReturnType<typeof manuscript>
}

test.each([
  [['水温升高会释放磷[1]，这一点已有观测[2]。夏季面积最大[3]。后文不引。'], 2],
  [['夏季面积最大。[1][2]秋季面积缩小。[3]'], 2],
  [['Phosphorus is released [1], as many saw [2]. Blooms peak in summer [3].'], 2],
  [['Blooms peak in summer.[1][2] They shrink in autumn.[3] Nobody knows why.'], 2],
  [['Blooms peak in summer. [1] showed that they shrink [2].'], 1],
  [['甲说在此[1]。', '没有引用。', '乙说在此[1][2]。'], 2],
  [['没有引用。'], 0],
])('a sentence with several citations counts once: %j', (texts, count) => {
  expect(countCitedSentences(manuscript(...texts))).toBe(count)
})
