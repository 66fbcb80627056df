import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addOwnFile } from '../testing/read-files.ts'
import { addSubjectPapers, completeResearch, QUESTION } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const papers = (await addSubjectPapers(app)).slice(0, 4)
  return { app, ada, papers }
}

const readBy = ({ snapshot }: Awaited<ReturnType<typeof completeResearch>>) =>
  snapshot.read.flatMap(({ paper_id }) => paper_id ?? []).toSorted()

test('a research in a folder reads what lies in it and below, and nothing else of its base', async () => {
  const { ada, papers } = await scene()
  const dataset_id = await ada.call(api.datasets.privateId, {})
  const make = async (name: string, parent_id: string | null) =>
    (await ada.call(api.datasets.saveFolder, { dataset_id, parent_id, name })).id
  const folder_id = await make('热失控', null)
  const below = await make('隔膜', folder_id)
  const put = (paper_id_list: string[], at: string | null) =>
    ada.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: at }] })
  await put(papers.slice(0, 2), folder_id)
  await put(papers.slice(2, 3), below)
  await put(papers.slice(3), null)
  const sources = { dataset_ids: [dataset_id], folder_ids: [folder_id] }
  expect(readBy(await completeResearch(ada, { sources }))).toEqual(papers.slice(0, 3).toSorted())
  expect(readBy(await completeResearch(ada, { sources: { dataset_ids: [dataset_id] } }))).toEqual(
    papers.toSorted(),
  )
})

test('folders are named with the one base that they are in', async () => {
  const { ada } = await scene()
  const dataset_id = await ada.call(api.datasets.privateId, {})
  const refusal = (sources: object) => ada.refusal(api.deepResearch.begin, { question: QUESTION, sources })
  expect((await refusal({ folder_ids: ['x'] })).problem).toBe('input.invalid')
  expect((await refusal({ dataset_ids: [dataset_id], folder_ids: ['x'] })).problem).toBe('folder.not_found')
})

test('what is attached is read beside the library', async () => {
  const { app, ada, papers } = await scene()
  const quote = '我们发现相变材料能够抑制锂电池热失控，使峰值温度下降。'
  const file_id = await addOwnFile(app.base, { creator_id: ada.id, name: '笔记.md', passages: [quote] })
  const run = await completeResearch(ada, { sources: { file_ids: [file_id] } })
  expect(readBy(run)).toEqual(papers.toSorted())
  expect(run.snapshot.evidence.filter((each) => each.file_id === file_id)).toMatchObject([{ quote }])
})
