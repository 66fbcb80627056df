import { expect, test } from 'vitest'
import { statesLimitation } from './states-limitation.ts'

test.each([
  'Finally, future research directions based on this review are suggested.',
  'We further discuss their applications and suggest promising directions for future work.',
  'Hopefully, our work could provide more hints for future research on extractive summarization.',
  'Our analysis highlights the shortcomings of the generative models in detecting hate speech.',
  'We plan to release the toolkit as open source and extend it.',
  'This tutorial will focus on policies, to leave attendees with an understanding of open problems.',
  '本文最后讨论了现有方法的局限和未来研究方向。',
  '本文工作为今后的研究提供了参考。',
])('%s announces limits and states none', (quote) => {
  expect(statesLimitation(quote)).toBe(false)
})

test.each([
  'Our method is limited to languages with large corpora.',
  'Also, ASR based SLU systems do not generalize to unwritten languages.',
  'Further research is required to develop robust systems.',
  '该方法仅在一种电池上验证，存在局限。',
  '但陶瓷层会降低离子电导率，仍有待改进。',
])('%s states a limit', (quote) => {
  expect(statesLimitation(quote)).toBe(true)
})
