import { expect, test } from 'vitest'
import { extractOwnText } from './own-text.ts'

test('a mail is read without its head, its signature and how one is reached', () => {
  const mail =
    '发件人：李老师\n日期：2026-11-23\n\n您好！\n如何评价机器翻译质量？\n\n——————\n王某\n某大学\n电话：010-1234'
  expect(extractOwnText(mail)).toBe('您好！\n如何评价机器翻译质量？')
  const english = 'Hi,\nDoes back-translation help?\n\nKind regards,\nTom\nRoom 12'
  expect(extractOwnText(english)).toBe('Hi,\nDoes back-translation help?')
  expect(extractOwnText('Sent from my iPhone\n\nDoes it help?')).toBe('Does it help?')
})

test('what was quoted goes where something else asks, and stays where that points to it or nothing asks', () => {
  const quoted = '> 上次提到的幻觉问题怎么样了？\n> 我记得有人检测过。\n\n'
  expect(extractOwnText(`${quoted}神经机器翻译的幻觉如何检测？`)).toBe('神经机器翻译的幻觉如何检测？')
  expect(extractOwnText(`${quoted}它如何检测？`)).toContain('幻觉问题')
  const asked = 'Bob wrote:\n> Which metrics correlate with human\n> judgement for dialogue?'
  expect(extractOwnText(asked)).toBe('Which metrics correlate with human judgement for dialogue?')
})

test('lines of a page are whole again, and divided words are one', () => {
  const page =
    'Word sense disambigua-\ntion selects the most appropriate sense of a\nword in context.\n\nWhat improves it?'
  expect(extractOwnText(page)).toBe(
    'Word sense disambiguation selects the most appropriate sense of a word in context.\nWhat improves it?',
  )
  const chinese = '中文分词是中文信息处理的基础任务，在检索和词汇学习等应用\n中仍然重要。\n有哪些进展？'
  expect(extractOwnText(chinese)).toBe(
    '中文分词是中文信息处理的基础任务，在检索和词汇学习等应用中仍然重要。\n有哪些进展？',
  )
  expect(extractOwnText('青蒿素\n如何被发现？')).toBe('青蒿素\n如何被发现？')
})

test('items of a list are questions of their own, without their numbers and what leads in', () => {
  const list =
    '请围绕下面几个问题做一份综述：\n1. 什么是生成式摘要\n2、事实一致性如何评价？\n（3）长文档摘要有哪些难点'
  expect(extractOwnText(list)).toBe('什么是生成式摘要？\n事实一致性如何评价？\n长文档摘要有哪些难点？')
  expect(extractOwnText('【拟解决的关键问题】\n标注不足时有哪些办法？')).toBe('标注不足时有哪些办法？')
})

test.each(['如何评价机器翻译质量？', '3.5 版本与 4.0 版本\n有什么不同？', '2017 年\n发表了什么？'])(
  'nothing is taken from a question that has nothing of these: %s',
  (text) => {
    expect(extractOwnText(text)).toBe(text)
  },
)
