import { expect, test } from 'vitest'
import { createCountMatcher } from './count-matcher.ts'
import { figureCriteria } from './figure-criteria.ts'
import { statesFigure, statesYear } from './stated-figures.ts'

const gives = (question: string, sentence: string) => statesFigure(sentence, figureCriteria(question))

test.each([
  ['How many times the compute does it need?', 'It requires over 3x more compute than inference.', true],
  ['How many times the compute does it need?', 'It needs 40 GB of memory.', false],
  ['标注用了多少人？', 'Twelve native speakers and 30 trained annotators labelled the posts.', true],
  ['标注用了多少人？', 'We manually annotated a subset of 2K of them.', false],
  ['有多少名学生参加？', '共有 120 名学生参加实验。', true],
  ['标注了多少名词？', 'We annotate 5,000 nouns.', true],
])('“%s” and “%s”: %s', (question, sentence, told) => {
  expect(gives(question, sentence)).toBe(told)
})

test.each([
  ['How big a gap in F1 did it show?', 'gap in F1'],
  ['How large is the corpus, counted in tokens?', 'tokens'],
])('“%s” asks for: %s', (question, noun) => {
  expect(figureCriteria(question).noun).toBe(noun)
})

test.each([
  ['It follows the results presented in Hamon (2007).', false],
  ['This was shown before (Miller et al., 2015).', false],
  ['The project finished in March 2007.', true],
  ['The society (founded in 1949) met again.', true],
])('“%s” says when: %s', (sentence, says) => {
  expect(statesYear(sentence)).toBe(says)
})

test('the points of a list within a sentence are no figures', () => {
  expect(gives('How many emotions are there?', 'There are: 1) joy, voices of emotions 2) fear.')).toBe(false)
})

test.each([
  [['sentenc', '句子'], 'The corpus has about 1,200 annotated sentences.', true],
  [['sentenc', '句子'], 'The number of sentences is 1,200.', true],
  [['sentenc', '句子'], '语料库收录了1200个句子。', true],
  [['vector', '词向量'], '我们从三个任务出发，测量了词向量中的偏见。', false],
  [['vector'], 'We study word vectors; in the second part 12 people judged them.', false],
  [[], 'It has 12 parts.', true],
])('what %j counts stands beside its number in “%s”: %s', (words, sentence, told) => {
  expect(createCountMatcher(words)(sentence)).toBe(told)
})
