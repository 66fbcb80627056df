import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'
import { SIDE_STEPS } from './plan/templates.ts'

test('a question that has quotation marks is quoted with those of the second level', async () => {
  const app = await testApp()
  await addSubjectPapers(app)
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: '如何抑制锂电池的「热失控」？' })
  const report = await ada.call(api.deepResearch.report, { report_id })
  const text = report.sections.find(({ kind }) => kind === 'scope')?.text ?? ''
  expect(text).toContain('「如何抑制锂电池的『热失控』？」')
  expect(text.replace(/「[^「」]*」/gu, '')).not.toMatch(/[「」]/u)
})

test('a side of a comparison is named so too', () => {
  expect(SIDE_STEPS.zh('「内卷」').title).toBe('关于「『内卷』」')
  expect(SIDE_STEPS.en('“crowding out”').goal).not.toContain('““')
})
