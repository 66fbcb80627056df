import { expect, test } from 'vitest'
import { segmentChinese } from './dictionary.ts'
import { contentRuns } from './particles.ts'

const read = (text: string) => contentRuns(segmentChinese(text)).map((run) => run.join(' '))

test.each([
  ['机器翻译中的歧义', ['机器翻译', '歧义']],
  ['教育与医疗', ['教育', '医疗']],
  ['语言和对文化的影响', ['语言', '文化', '影响']],
  ['在中国', ['中国']],
  ['视角下', ['视角']],
  ['教育中和社会中的问题', ['教育', '社会', '问题']],
])('what holds the words of %s together is no topic', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  ['向量和', ['向量和']],
  ['欧氏和的性质', ['欧氏和', '性质']],
  ['词对', ['词对']],
  ['与门', ['与门']],
  ['和声学', ['和声学']],
  ['直积与直和', ['直 积', '直和']],
  ['中和反应', ['中和反应']],
  ['矩阵的上采样', ['矩阵', '上采样']],
  ['半监督与有监督学习', ['半 监督', '有监督 学习']],
  ['被字句', ['被字句']],
  ['端到端指代消解', ['端到端 指代 消解']],
])('in %s a character that joins no two words is part of one', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each(['和', '对中', '于氏'])(
  '%s is looked for as it stands, rather than one character of it',
  (text) => {
    expect(read(text)).toEqual([])
  },
)

test('particles without end before a word are read in one pass', () => {
  const words = [...'中'.repeat(100_000), 'zz']
  let looks = 0
  const watched = new Proxy(words, {
    get: (target, key) => {
      looks += 1
      return Reflect.get(target, key)
    },
  })
  expect(contentRuns(watched)).toEqual([[words.join('')]])
  expect(looks).toBeLessThan(words.length * 40)
})
