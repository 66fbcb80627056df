import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type Case, type CasesOf, NOBODY, type Person, type Scene } from './case.ts'
import { datasetOf, ofDataset } from './of-dataset.ts'

/** A call that takes a public knowledge base. */
function ofPublic(rest: object, bad: object): Case {
  return {
    valid: async ({ ada }) => {
      const { id } = await ada.call(api.datasets.create, { name: '公共', kind: 'ai' })
      return { dataset_id: id, ...rest }
    },
    bad,
    foreign: async ({ bo }) => [
      { dataset_id: await datasetOf(bo), ...rest },
      { dataset_id: NOBODY, ...rest },
    ],
  }
}

async function folderOf(person: Person) {
  const dataset_id = await datasetOf(person)
  const { id } = await person.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  return { dataset_id, folder_id: id }
}

/** A call that takes a folder of a dataset. */
function ofFolder(rest: (folder_id: string) => object, bad: object): Case {
  const input = async (person: Person) => {
    const { dataset_id, folder_id } = await folderOf(person)
    return { dataset_id, target_folder_id: null, ...rest(folder_id) }
  }
  return {
    valid: ({ ada }) => input(ada),
    bad,
    foreign: async ({ ada, bo }) => {
      const own = await input(ada)
      return [
        { ...(await input(bo)), dataset_id: own.dataset_id },
        { ...own, ...rest(NOBODY) },
      ]
    },
  }
}

async function keepInto({ app, ada }: Scene, dataset_id: string) {
  return { paper_id_list: await addPapers(app.base, [ada.id]), targets: [{ dataset_id, folder_id: null }] }
}

/** A call that takes documents of a folder. */
function ofDocument(bad: object): Case {
  const input = async ({ app }: Scene, person: Person) => {
    const { dataset_id, folder_id } = await folderOf(person)
    const paper_id_list = await addPapers(app.base, [person.id])
    await person.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id }] })
    const { list } = await person.call(api.datasets.level, { dataset_id, folder_id })
    return { dataset_id, folder_id, document_ids: list.map((each) => each.id) }
  }
  return {
    valid: (scene) => input(scene, scene.ada),
    bad,
    foreign: async (scene) => {
      const own = await input(scene, scene.ada)
      const { document_ids } = await input(scene, scene.bo)
      return [
        { ...own, document_ids },
        { ...own, document_ids: [NOBODY] },
      ]
    },
  }
}

async function deletedFolder(person: Person) {
  const { dataset_id, folder_id } = await folderOf(person)
  const input = { dataset_id, folder_ids: [folder_id] }
  await person.call(api.datasets.removeFolders, input)
  return input
}

async function taggedBy({ app }: Scene, person: Person) {
  const dataset_id = await datasetOf(person)
  const paper_id_list = await addPapers(app.base, [person.id])
  await person.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const { id: tag_id } = await person.call(api.datasets.saveTag, { dataset_id, name: '综述' })
  const { list } = await person.call(api.datasets.level, { dataset_id })
  return { dataset_id, tag_id, document_id: list[0]?.id ?? '' }
}

type Tagged = Awaited<ReturnType<typeof taggedBy>>

/** A call that takes a tag: one of another dataset looks like none. */
function ofTag(input: (tagged: Tagged) => object, bad: object): Case {
  return {
    valid: async (scene) => input(await taggedBy(scene, scene.ada)),
    bad,
    foreign: async (scene) => {
      const own = await taggedBy(scene, scene.ada)
      const { tag_id } = await taggedBy(scene, scene.bo)
      return [input({ ...own, tag_id }), input({ ...own, tag_id: NOBODY })]
    },
  }
}

async function copied(scene: Scene, person: Person) {
  const { document_id } = await taggedBy(scene, person)
  return { document_ids: [document_id], targets: [{ dataset_id: await datasetOf(person), folder_id: null }] }
}

async function inBin(person: Person) {
  const dataset_id = await datasetOf(person)
  await person.call(api.datasets.remove, { dataset_id })
  return { dataset_id }
}

export const datasetsCases: CasesOf<typeof api.datasets> = {
  all: { valid: () => ({}) },
  page: {
    valid: () => ({ current_page: 1, page_size: 10, kind: 'reading', keyword: 'a' }),
    bad: { current_page: 0, page_size: 101, kind: 'x' },
  },
  create: { valid: () => ({ name: '清单' }), bad: { name: '', kind: 'x' } },
  operate: ofDataset({ operation: 'copy' }, { dataset_id: 'x', operation: 'eat' }),
  projectTree: { valid: () => ({ show_empty_project: true }), bad: { show_empty_project: 'perhaps' } },
  change: ofDataset({ name: '新名' }, { dataset_id: 'x', name: '' }),
  remove: ofDataset({}, { dataset_id: '' }),
  bin: { valid: () => ({}) },
  restore: {
    valid: async ({ ada }) => inBin(ada),
    bad: { dataset_id: '' },
    foreign: async ({ bo }) => [await inBin(bo), { dataset_id: NOBODY }],
  },
  privateId: { valid: () => ({}) },
  privatePage: {
    valid: async ({ ada }) => {
      await ada.call(api.datasets.privateId, {})
      return { current_page: 1, page_size: 10 }
    },
    bad: { current_page: 'x', page_size: 10 },
  },
  documents: ofDataset(
    { current_page: 1, page_size: 10, sort: 'year' },
    { dataset_id: 'x', current_page: 1, page_size: 0, sort: 'luck' },
  ),
  folders: ofDataset({}, { dataset_id: 'x'.repeat(65) }),
  level: ofDataset({ page_num: 1 }, { dataset_id: 'x', page_size: 101 }),
  saveFolder: ofDataset({ name: '文件夹' }, { dataset_id: 'x', name: ' ' }),
  removeFolders: ofFolder((folder_id) => ({ folder_ids: [folder_id] }), {
    dataset_id: 'x',
    folder_ids: [],
  }),
  restoreFolders: {
    valid: ({ ada }) => deletedFolder(ada),
    bad: { dataset_id: 'x', folder_ids: [] },
    foreign: async ({ ada, bo }) => {
      const own = await deletedFolder(ada)
      const theirs = await deletedFolder(bo)
      return [
        { ...theirs, dataset_id: own.dataset_id },
        { ...own, folder_ids: [NOBODY] },
      ]
    },
  },
  move: ofFolder((folder_id) => ({ folder_ids: [folder_id] }), { dataset_id: 'x', folder_ids: 7 }),
  keepPapers: {
    valid: async (scene) => keepInto(scene, await datasetOf(scene.ada)),
    bad: { paper_id_list: [], targets: [] },
    foreign: async (scene) => [
      await keepInto(scene, await datasetOf(scene.bo)),
      await keepInto(scene, NOBODY),
    ],
  },
  dropPapers: ofDataset({ paper_id_list: ['p1'] }, { dataset_id: 'x', paper_id_list: [] }),
  removeDocuments: ofDocument({ dataset_id: 'x', document_ids: [] }),
  removeFromFolder: ofDocument({ dataset_id: 'x', folder_id: '', document_ids: [] }),
  literatureTypes: { valid: () => ({}) },
  tags: ofDataset({}, { dataset_id: '' }),
  saveTag: ofDataset({ name: '综述' }, { dataset_id: 'x', name: ' ', colour: 'gold' }),
  removeTags: ofTag(({ tag_id, dataset_id }) => ({ dataset_id, tag_ids: [tag_id] }), {
    dataset_id: 'x',
    tag_ids: [],
  }),
  mergeTags: ofTag(({ tag_id, dataset_id }) => ({ dataset_id, tag_ids: [tag_id], into_id: tag_id }), {
    dataset_id: 'x',
    tag_ids: [],
  }),
  tagDocuments: ofTag(
    ({ tag_id, dataset_id, document_id }) => ({ dataset_id, document_ids: [document_id], add: [tag_id] }),
    { dataset_id: 'x', document_ids: [] },
  ),
  tagGroups: ofDataset({}, { dataset_id: 'x'.repeat(65) }),
  addTag: ofTag(({ tag_id, document_id }) => ({ tag_id, document_id }), { document_id: '' }),
  removeTag: ofTag(({ tag_id, document_id }) => ({ tag_id, document_id }), { tag_id: '' }),
  copyDocuments: {
    valid: async (scene) => copied(scene, scene.ada),
    bad: { document_ids: [], targets: [] },
    foreign: async (scene) => [
      { ...(await copied(scene, scene.bo)), targets: (await copied(scene, scene.ada)).targets },
      { ...(await copied(scene, scene.ada)), document_ids: [NOBODY] },
    ],
  },
  projectDocuments: { valid: () => ({ keyword: 'a' }), bad: { page_num: 0 } },
  folderDocuments: {
    valid: async ({ ada }) => ({ folder_ids: [(await folderOf(ada)).folder_id] }),
    bad: { page_size: 101 },
    foreign: async ({ bo }) => [{ folder_ids: [(await folderOf(bo)).folder_id] }, { folder_ids: [NOBODY] }],
  },
  documentsForPickers: { valid: () => ({ keyword: 'a' }), bad: { page_size: 0 } },
  publicClasses: { valid: () => ({}) },
  subjectStatistics: { valid: () => ({ subject_code: '0812' }), bad: { subject_code: 'x' } },
  literatureStatistics: ofDataset({}, { dataset_id: 'x'.repeat(65) }),
  savedSearch: ofPublic({}, { dataset_id: 'x'.repeat(65) }),
  saveSearch: ofPublic({ query: 'attention' }, { dataset_id: 'x', query: ' ' }),
  removeSearch: ofPublic({}, { dataset_id: 'x'.repeat(65) }),
  figures: ofDataset({}, { dataset_id: 'x'.repeat(65) }),
}
