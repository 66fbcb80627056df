import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { loadStarterLibrary } from '../library/import/index.ts'
import { requireGates } from '../testing/report-gates.ts'
import { completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const ASKED = [
  '深度学习有哪些进展？',
  'Transformer 与卷积神经网络相比如何？',
  'What is deep learning?',
  'How did language models develop?',
  '公钥密码的方法',
  '中国古代史学的发展',
  '中药有效成分的研究进展',
  '考古发现对古史研究的影响',
  '超导研究的进展',
  'Does psychotherapy work?',
  'What is natural selection?',
  '语法纠错有哪些方法？',
  '量子计算在蛋白质折叠中的应用',
]

test('over the starter library no report has a reference or a quote that is not there, or a number too many', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await loadStarterLibrary(app.base)
  const kinds: string[] = []
  for (const question of ASKED) {
    const { report_id } = await completeResearch(ada, { question })
    const report = await ada.call(api.deepResearch.report, { report_id })
    await requireGates(app, report)
    kinds.push(report.sections[0]?.kind ?? '')
    // The starter library has no abstracts but our own summaries.
    const cited = report.sections.flatMap(({ citations }) => citations)
    expect(cited.filter(({ by_site }) => !by_site)).toEqual([])
    app.pass(24 * 60 * 60_000)
  }
  expect(kinds.filter((kind) => kind === 'scope').length).toBeGreaterThanOrEqual(4)
  // There are works on grammar, and none on correcting it.
  expect(kinds.slice(-2)).toEqual(['insufficient', 'insufficient'])
}, 120_000)
