import { expect, test } from 'vitest'
import { answerLanguage, translationLanguage } from './answer-language.ts'

test.each([
  ['湿度怎样影响钙钛矿电池？', 'zh'],
  ['How does heat affect perovskite solar cells?', 'en'],
  ['《Attention Is All You Need》用了什么方法？', 'zh'],
  ['湿度怎样影响钙钛矿电池？请用英文回答。', 'en'],
  ['How does heat affect perovskite cells? Answer in Chinese.', 'zh'],
  ['把上面的回答翻译成英文', 'en'],
  ['Translate the answer into Chinese, please', 'zh'],
  ['请用法语回答：湿度怎样影响钙钛矿电池？', null],
  ['How are verbs learned in English as a second language?', null],
  ['Explain dropout in bilingual form, please', null],
  ['BLEU?', null],
  ['那 BLEU 呢', null],
  ['What does the sentence 今天天气很好 mean?', null],
])('%s is answered in %s', (question, language) => {
  expect(answerLanguage(question)).toBe(language)
})

test.each([
  ['Humidity degrades the cells within hours.', '', 'zh'],
  ['湿度使电池在几小时内衰减。', '', 'en'],
  ['Humidity degrades the cells within hours.', '译成英文', 'en'],
  ['湿度 humidity 使 the cells 衰减 degrade', '', null],
])('%s with the wish %j is translated into %s', (text, phrase, language) => {
  expect(translationLanguage(text, phrase)).toBe(language)
})
