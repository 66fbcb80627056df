import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  addCitedWorks,
  CITED_WORKS,
  completeCheck,
  SAMPLE_MANUSCRIPT,
} from '../../../testing/manuscript-scene.ts'
import { addReadFile } from '../../../testing/read-files.ts'
import { scriptedModel } from '../../../testing/scripted-model.ts'
import { type Caller, testApp } from '../../../testing/test-app.ts'

interface SceneOptions {
  works?: typeof CITED_WORKS
  /** The full text of the first work, in a dataset that is closed to models outside. */
  passages?: string[]
}

async function setScene({ works = CITED_WORKS, passages = [] }: SceneOptions) {
  const model = await scriptedModel()
  const app = await testApp({ env: model.env })
  const ada = await app.signUp('Ada')
  const [paper_id = ''] = await addCitedWorks(app.base, works)
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '全文' })
  if (passages.length > 0)
    await addReadFile(app.base, { dataset_id, creator_id: ada.id, passages, row: { paper_id } })
  await app.base.db
    .updateTable('datasets')
    .set({ external_model_allowed: 0 })
    .where('id', '=', dataset_id)
    .execute()
  return { app, ada, model }
}

/** Returns the sample manuscript with another text before its list. */
const manuscriptOf = (text: string): string =>
  ['# 浅水湖泊富营养化研究', text, SAMPLE_MANUSCRIPT.slice(SAMPLE_MANUSCRIPT.indexOf('## 参考文献'))].join(
    '\n\n',
  )

const supportFindings = async (person: Caller, text: string) =>
  (await completeCheck(person, manuscriptOf(text))).snapshot.findings.filter(
    ({ group }) => group === 'support',
  )

test('a model outside is sent an abstract, and no text of a dataset that is closed to it', async () => {
  const secret = '采样点位于保密库区'
  const passage = `水温升高时，沉积物的磷释放量增加，${secret}。溶解氧每降低1毫克，沉积物的磷释放通量翻一番。`
  const { app, ada, model } = await setScene({ passages: [passage] })
  const text = manuscriptOf(
    '水温升高10℃时，沉积物的磷释放量增加了32%[1]。溶解氧每降低1毫克，沉积物的磷释放通量翻一番[1]。',
  )
  const here = app.base.providers.models
  const sentTo = async (external: boolean) => {
    const earlier = model.helped.length
    app.base.providers.models = { ...here, chat: (place) => ({ ...here.chat(place), external }) }
    await completeCheck(ada, text, { outside_model: true })
    return JSON.stringify(model.helped.slice(earlier).map(({ body }) => body))
  }
  const outside = await sentTo(true)
  expect(outside).toContain('溶解氧降低也会促进磷的释放')
  expect(outside).not.toContain(secret)
  expect(await sentTo(false)).toContain(secret)
})

test('each of two abstracts of a work is shown to a model with the claims about it', async () => {
  const [work, ...others] = CITED_WORKS
  const abstract =
    'Warming of the water by ten degrees raised the release of phosphorus from sediments by 32%.'
  const { ada, model } = await setScene({ works: [{ ...work, abstract }, ...others] })
  const chinese = '水温升高10℃时，沉积物的磷释放量增加了32%[1]。'
  const english = 'Warming of the water raised the release of phosphorus from lake sediments by 32% [1].'
  await completeCheck(ada, manuscriptOf(`${chinese}\n\n${english}`))
  const [request] = model.helped
  const shown: string = request?.body.messages.at(-1).content
  expect(shown).toMatch(/^S1 .*\nS1\.1 本文研究湖泊沉积物/m)
  expect(shown).toMatch(/^S2 .*\nS2\.1 Warming of the water by ten degrees/m)
})

test.each(['[1,2]'])('a figure may be that of either source cited as %s', async (marks) => {
  const [work, other] = CITED_WORKS
  const abstract_zh = '水温升高5℃时，沉积物的磷释放量增加了18%。'
  const { ada } = await setScene({ works: [{ ...work }, { ...other, abstract_zh }] })
  expect(await supportFindings(ada, `水温升高10℃时，沉积物的磷释放量增加了32%${marks}。`)).toEqual([])

  const wrong = await supportFindings(ada, `水温升高10℃时，沉积物的磷释放量增加了52%${marks}。`)
  expect(wrong.map(({ kind, severity, entry }) => [kind, severity, entry])).toEqual([
    ['contradicted', 'check', 0],
    ['contradicted', 'check', 1],
  ])
})

test('only a full text of which passages were compared lacks something, and the finding says so', async () => {
  const { ada } = await setScene({ passages: ['水温升高时，沉积物的磷释放量增加，采样点位于库区。'] })
  const claim = '采用ResNet50模型分析后，水温升高时沉积物的磷释放量增加[1]。'
  const [finding, ...more] = await supportFindings(ada, claim)
  expect(finding).toMatchObject({ kind: 'not_in_text', severity: 'check', entry: 0 })
  expect(finding?.message).toContain('最接近的几段没有「ResNet50」')
  expect(more).toEqual([])
  expect(await supportFindings(ada, '某市地铁早高峰客流的预测误差明显偏大[1]。')).toEqual([])
})
