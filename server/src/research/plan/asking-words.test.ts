import { expect, test } from 'vitest'
import { readQuestion } from '../../language/question/question.ts'
import { stripAskingWords } from './asking-words.ts'

const subjectOf = (text: string) => {
  const { query, language } = readQuestion(text)
  return stripAskingWords(query, text, language)
}

test.each([
  ['What are the causes of antibiotic resistance?', 'antibiotic resistance'],
  ['What causes coral bleaching?', 'coral bleaching'],
  ['What is the effect of sleep deprivation on working memory?', 'sleep deprivation working memory'],
  ['What effect does caffeine have on endurance?', 'caffeine endurance'],
  ['Which factors influence teacher burnout?', 'teacher burnout'],
  ['What are the main factors affecting soil carbon loss?', 'soil carbon loss'],
  ['Does screen time lead to myopia in children?', 'screen time myopia children'],
  ['How effective are masks against influenza?', 'masks influenza'],
  ['What is the role of gut bacteria in depression?', 'gut bacteria depression'],
  ['Is there a relationship between income inequality and crime?', 'income inequality crime'],
  ['Sleep deprivation effects on attention', 'Sleep deprivation attention'],
  [
    'Why do large language models hallucinate? What are the reasons for it?',
    'large language models hallucinate',
  ],
  ['What are the consequences of urban sprawl?', 'urban sprawl'],
])('%s is about %s', (text, subject) => {
  expect(subjectOf(text).toLowerCase().split(' ').toSorted()).toEqual(
    subject.toLowerCase().split(' ').toSorted(),
  )
})

test.each([
  ['雾霾的成因是什么？', '雾霾'],
  ['正念训练对焦虑的效果如何？', '正念训练 焦虑'],
  ['大学生学习投入的影响因素有哪些？', '大学生学习投入'],
  ['数字普惠金融对农民增收有何影响？作用机制是什么？', '数字普惠金融 农民增收'],
  ['为什么会出现睡眠障碍？原因有哪些？', '睡眠障碍'],
  ['针灸治疗偏头痛的疗效证据', '针灸治疗偏头痛'],
  ['环境规制的减排效果', '环境规制 减排'],
])('「%s」问的是「%s」', (text, subject) => {
  expect(subjectOf(text).replaceAll(' ', '')).toBe(subject.replaceAll(' ', ''))
})

test.each([
  ['What are the side effects of statins?', 'effects'],
  ['How is effect size reported in psychology?', 'effect'],
  ['What are the root causes of software defects?', 'causes'],
  ['What are the leading causes of death in China?', 'causes'],
  ['Which risk factors predict stroke?', 'factors'],
  ['他汀类药物有哪些副作用？', '副作用'],
  ['卒中的危险因素有哪些？', '危险因素'],
  ['溢出效应如何测量？', '溢出效应'],
])('a word that is part of a term stays: %s', (text, word) => {
  expect(subjectOf(text)).toContain(word)
})

test('a question of nothing but such words keeps them', () => {
  expect(subjectOf('What are the effects?')).not.toBe('')
  expect(subjectOf('效果')).toBe('效果')
})
