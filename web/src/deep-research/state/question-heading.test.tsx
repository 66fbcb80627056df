import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { press, showAt } from '../../testing/show.tsx'
import { FullQuestion, researchName, shortQuestion } from './question-heading.tsx'

afterEach(cleanup)

const MAIL = `李老师好：\n\n${'我们最近在做锂电池隔膜的实验，遇到了一些问题。'.repeat(8)}\n隔膜的热收缩如何抑制？`

test('a heading has a pasted page by its beginning, up to where a sentence or a word ends', () => {
  expect(shortQuestion('如何抑制锂枝晶？')).toBe('如何抑制锂枝晶？')
  expect(shortQuestion(MAIL)).toMatch(/^李老师好： 我们最近.*[。，]…$/)
  expect(shortQuestion('very long words '.repeat(20))).toMatch(/ words…$|long…$|very…$/)
  expect(shortQuestion(MAIL).length).toBeLessThan(123)
  expect(shortQuestion('𠮷'.repeat(100)).at(-2)).not.toMatch(/[\ud800-\udbff]/)
})

test('a research for which a page was pasted is called as its report is, once that is there', () => {
  const report = { title: '隔膜的热收缩如何抑制' }
  expect(researchName(MAIL, null)).toBe(shortQuestion(MAIL))
  expect(researchName(MAIL, report)).toBe(report.title)
  expect(researchName('如何抑制锂枝晶？', report)).toBe('如何抑制锂枝晶？')
})

test('all that was asked is read where the heading has its beginning alone', async () => {
  showAt('/', <FullQuestion question={MAIL} />)
  await press('问题全文')
  expect((await screen.findByRole('dialog')).textContent).toContain('隔膜的热收缩如何抑制？')
})

test('a question that the heading has whole is not shown twice', () => {
  showAt('/', <FullQuestion question={'如何抑制\n锂枝晶？'} />)
  expect(screen.queryByRole('button')).toBeNull()
})
