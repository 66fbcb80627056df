import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { showResults } from './library.ts'

const QUESTION = '霍乱是通过什么途径传播的？'

/** The address that asks a question about the starter library, which is answered with quotes. */
export const questionUrl = `/#/agent?application_id=academic_qa&question=${encodeURIComponent(QUESTION)}`

/** Returns the first mark of the first source in an answer. */
export const citationMark = (page: Page) => page.getByRole('button', { name: /^引用 1，/ }).first()

/** Asks the question and waits for its answer. */
export async function openQuestion(page: Page): Promise<void> {
  await showResults(page, 'cholera')
  await page.goto(questionUrl)
  await expect(citationMark(page)).toBeVisible()
}
