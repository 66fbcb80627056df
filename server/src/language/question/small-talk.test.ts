import { expect, test } from 'vitest'
import { detectIntent } from './intent.ts'

const isTalk = (text: string) => detectIntent(text, false) !== 'question'

test.each([
  'thanks, that was really useful',
  'Thank you for your time, have a nice day',
  'Are you smarter than ChatGPT?',
  'Do you dream?',
  'What should I call you?',
  'Where do you get your answers from?',
  'You are wrong.',
  '你收费吗？',
  '你的数据从哪里来？',
  '你比 ChatGPT 厉害吗',
  '您能记住我说过的话吗？',
  'Do you make up references?',
  'How often is your data updated?',
  "What's the difference between you and ChatGPT?",
  '你会编造文献吗',
  '你的文献从哪来',
  '你和知网有什么区别',
])('%s is said to the assistant, whatever phrases are known', (text) => {
  expect(isTalk(text)).toBe(true)
})

test.each([
  'How do you measure happiness?',
  'Do you need very detailed phonetic transcripts to map dialects?',
  'Can you explain what attention is?',
  'What do you call a word with two meanings?',
  'Do you know any work on jokes?',
  'How do you tell real news from fake news?',
  'Can computers feel pain?',
  'Can you tell me more?',
  '你能说说人工智能是什么吗？',
  '请问您大模型是什么',
  '你觉得机器人会取代人吗',
  '您认为深度学习的局限是什么？',
  '你推荐哪个中文分词工具',
  '我们的数据安全吗',
  'Do language models make up references?',
  'What is the difference between BERT and GPT?',
  'How many papers are there on bias?',
  '知网和 WordNet 有什么区别',
  '你和我这类代词怎么消解',
])('%s asks something of literature', (text) => {
  expect(isTalk(text)).toBe(false)
})

test('a long text of words of talk is read in no time that grows faster than it', () => {
  expect(isTalk('你'.repeat(200_000))).toBe(false)
  expect(isTalk('are you '.repeat(50_000))).toBe(false)
})
