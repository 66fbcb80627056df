import { api } from '@scinav/contract'
import { addPapers } from './papers.ts'
import { projectScene } from './project-scene.ts'

const { datasets } = api

/** Creates a project whose dataset has two papers, one of them in a nested folder. */
export async function tagScene() {
  const scene = await projectScene()
  const { owner, project_id } = scene
  const { id: dataset_id } = await owner.call(datasets.create, { name: '综述', project_id })
  const paper_id_list = await addPapers(scene.app.base, ['One', 'Two'])
  const folder = await owner.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '上' })
  const below = await owner.call(datasets.saveFolder, { dataset_id, parent_id: folder.id, name: '下' })
  const [one = '', two = ''] = paper_id_list
  await owner.call(datasets.keepPapers, {
    paper_id_list: [one],
    targets: [{ dataset_id, folder_id: below.id }],
  })
  await owner.call(datasets.keepPapers, { paper_id_list: [two], targets: [{ dataset_id, folder_id: null }] })
  const { list } = await owner.call(datasets.documents, { dataset_id, current_page: 1, page_size: 10 })
  const documentOf = (paper_id: string) => list.find((each) => each.paper_id === paper_id)?.id ?? ''
  return { ...scene, dataset_id, folder, one: documentOf(one), two: documentOf(two) }
}
