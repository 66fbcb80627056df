import { expect, test } from 'vitest'
import { addCitedWorks, completeCheck, SAMPLE_MANUSCRIPT } from '../../testing/manuscript-scene.ts'
import { testApp } from '../../testing/test-app.ts'

/** Returns what is found about the fields of the sample manuscript with another text in it. */
async function fieldFinding(before: string, after: string) {
  const app = await testApp()
  await addCitedWorks(app.base)
  const { snapshot } = await completeCheck(
    await app.signUp('Ada'),
    SAMPLE_MANUSCRIPT.replace('，2016，', '，2021，').replace(before, after),
  )
  return snapshot.findings.find(({ kind }) => kind === 'differing_fields')
}

test('a year that may be right is to be looked at, and no other is proposed', async () => {
  const finding = await fieldFinding('2021，25（4）', '2020，25（4）')
  expect(finding).toMatchObject({ severity: 'check', correction: null })
  expect(finding?.message).toMatch(/年份写作「2020」，题录为「2021」（.+请对照原文）$/)
})

test('names that may be right stay where something else is corrected', async () => {
  const finding = await fieldFinding(
    '陈明，李娜.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（2）',
    '陈明，李娜，王芳.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（3）',
  )
  expect(finding?.severity).toBe('fault')
  expect(finding?.evidence?.fields.map(({ field, doubt }) => [field, doubt])).toEqual([
    ['authors', 'more'],
    ['issue', undefined],
  ])
  expect(finding?.correction).toEqual({
    text: '陈明，李娜，王芳.湖泊沉积物中磷的释放规律[J].湖泊科学，2019，31（2）：101-110.',
    safe: true,
  })
})
