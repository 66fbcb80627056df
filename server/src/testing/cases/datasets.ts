import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

/** Creates a dataset and returns its id. */
export const createDataset = async (person: Person) =>
  (await person.call(api.datasets.create, { name: '清单' })).id

/** Builds a case for a call that takes a dataset; the rest of the input is the same in every case. */
export function datasetCase(rest: object, bad: object): CallCase {
  return {
    valid: async ({ ada }) => ({ dataset_id: await createDataset(ada), ...rest }),
    bad,
    foreign: async ({ bo }) => [
      { dataset_id: await createDataset(bo), ...rest },
      { dataset_id: UNKNOWN_ID, ...rest },
    ],
  }
}

/** Builds a case for a call that takes a public knowledge base. */
function publicDatasetCase(rest: object, bad: object): CallCase {
  return {
    valid: async ({ ada }) => {
      const { id } = await ada.call(api.datasets.create, { name: '公共', kind: 'ai' })
      return { dataset_id: id, ...rest }
    },
    bad,
    foreign: async ({ bo }) => [
      { dataset_id: await createDataset(bo), ...rest },
      { dataset_id: UNKNOWN_ID, ...rest },
    ],
  }
}

async function createFolder(person: Person) {
  const dataset_id = await createDataset(person)
  const { id } = await person.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  return { dataset_id, folder_id: id }
}

/** Builds a case for a call that takes a folder of a dataset. */
function folderCase(rest: (folder_id: string) => object, bad: object): CallCase {
  const input = async (person: Person) => {
    const { dataset_id, folder_id } = await createFolder(person)
    return { dataset_id, target_folder_id: null, ...rest(folder_id) }
  }
  return {
    valid: ({ ada }) => input(ada),
    bad,
    foreign: async ({ ada, bo }) => {
      const own = await input(ada)
      return [
        { ...(await input(bo)), dataset_id: own.dataset_id },
        { ...own, ...rest(UNKNOWN_ID) },
      ]
    },
  }
}

async function keepInput({ app, ada }: CaseScene, dataset_id: string) {
  return { paper_id_list: await addPapers(app.base, [ada.id]), targets: [{ dataset_id, folder_id: null }] }
}

/** Builds a case for a call that takes documents of a folder. */
function documentCase(bad: object): CallCase {
  const input = async ({ app }: CaseScene, person: Person) => {
    const { dataset_id, folder_id } = await createFolder(person)
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
        { ...own, document_ids: [UNKNOWN_ID] },
      ]
    },
  }
}

async function createDeletedFolder(person: Person) {
  const { dataset_id, folder_id } = await createFolder(person)
  const input = { dataset_id, folder_ids: [folder_id] }
  await person.call(api.datasets.removeFolders, input)
  return input
}

async function createTaggedDocument({ app }: CaseScene, person: Person) {
  const dataset_id = await createDataset(person)
  const paper_id_list = await addPapers(app.base, [person.id])
  await person.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  const { id: tag_id } = await person.call(api.datasets.saveTag, { dataset_id, name: '综述' })
  const { list } = await person.call(api.datasets.level, { dataset_id })
  return { dataset_id, tag_id, document_id: list[0]?.id ?? '' }
}

type TaggedDocument = Awaited<ReturnType<typeof createTaggedDocument>>

/** Builds a case for a call that takes a tag; a tag of another dataset is treated as unknown. */
function tagCase(input: (tagged: TaggedDocument) => object, bad: object): CallCase {
  return {
    valid: async (scene) => input(await createTaggedDocument(scene, scene.ada)),
    bad,
    foreign: async (scene) => {
      const own = await createTaggedDocument(scene, scene.ada)
      const { tag_id } = await createTaggedDocument(scene, scene.bo)
      return [input({ ...own, tag_id }), input({ ...own, tag_id: UNKNOWN_ID })]
    },
  }
}

async function copyInput(scene: CaseScene, person: Person) {
  const { document_id } = await createTaggedDocument(scene, person)
  return {
    document_ids: [document_id],
    targets: [{ dataset_id: await createDataset(person), folder_id: null }],
  }
}

async function createBinnedDataset(person: Person) {
  const dataset_id = await createDataset(person)
  await person.call(api.datasets.remove, { dataset_id })
  return { dataset_id }
}

export const datasetsCases: CallCases<typeof api.datasets> = {
  all: { valid: () => ({}) },
  page: {
    valid: () => ({ current_page: 1, page_size: 10, kind: 'reading', keyword: 'a' }),
    bad: { current_page: 0, page_size: 101, kind: 'x' },
  },
  create: { valid: () => ({ name: '清单' }), bad: { name: '', kind: 'x' } },
  operate: datasetCase({ operation: 'copy' }, { dataset_id: 'x', operation: 'eat' }),
  projectTree: { valid: () => ({ show_empty_project: true }), bad: { show_empty_project: 'perhaps' } },
  change: datasetCase({ name: '新名' }, { dataset_id: 'x', name: '' }),
  remove: datasetCase({}, { dataset_id: '' }),
  bin: { valid: () => ({}) },
  restore: {
    valid: async ({ ada }) => createBinnedDataset(ada),
    bad: { dataset_id: '' },
    foreign: async ({ bo }) => [await createBinnedDataset(bo), { dataset_id: UNKNOWN_ID }],
  },
  privateId: { valid: () => ({}) },
  privatePage: {
    valid: async ({ ada }) => {
      await ada.call(api.datasets.privateId, {})
      return { current_page: 1, page_size: 10 }
    },
    bad: { current_page: 'x', page_size: 10 },
  },
  documents: datasetCase(
    { current_page: 1, page_size: 10, sort: 'year' },
    { dataset_id: 'x', current_page: 1, page_size: 0, sort: 'luck' },
  ),
  folders: datasetCase({}, { dataset_id: 'x'.repeat(65) }),
  level: datasetCase({ page_num: 1 }, { dataset_id: 'x', page_size: 101 }),
  saveFolder: datasetCase({ name: '文件夹' }, { dataset_id: 'x', name: ' ' }),
  removeFolders: folderCase((folder_id) => ({ folder_ids: [folder_id] }), {
    dataset_id: 'x',
    folder_ids: [],
  }),
  restoreFolders: {
    valid: ({ ada }) => createDeletedFolder(ada),
    bad: { dataset_id: 'x', folder_ids: [] },
    foreign: async ({ ada, bo }) => {
      const own = await createDeletedFolder(ada)
      const theirs = await createDeletedFolder(bo)
      return [
        { ...theirs, dataset_id: own.dataset_id },
        { ...own, folder_ids: [UNKNOWN_ID] },
      ]
    },
  },
  move: folderCase((folder_id) => ({ folder_ids: [folder_id] }), { dataset_id: 'x', folder_ids: 7 }),
  keepPapers: {
    valid: async (scene) => keepInput(scene, await createDataset(scene.ada)),
    bad: { paper_id_list: [], targets: [] },
    foreign: async (scene) => [
      await keepInput(scene, await createDataset(scene.bo)),
      await keepInput(scene, UNKNOWN_ID),
    ],
  },
  dropPapers: datasetCase({ paper_id_list: ['p1'] }, { dataset_id: 'x', paper_id_list: [] }),
  removeDocuments: documentCase({ dataset_id: 'x', document_ids: [] }),
  removeFromFolder: documentCase({ dataset_id: 'x', folder_id: '', document_ids: [] }),
  literatureTypes: { valid: () => ({}) },
  tags: datasetCase({}, { dataset_id: '' }),
  saveTag: datasetCase({ name: '综述' }, { dataset_id: 'x', name: ' ', colour: 'gold' }),
  removeTags: tagCase(({ tag_id, dataset_id }) => ({ dataset_id, tag_ids: [tag_id] }), {
    dataset_id: 'x',
    tag_ids: [],
  }),
  mergeTags: tagCase(({ tag_id, dataset_id }) => ({ dataset_id, tag_ids: [tag_id], into_id: tag_id }), {
    dataset_id: 'x',
    tag_ids: [],
  }),
  tagDocuments: tagCase(
    ({ tag_id, dataset_id, document_id }) => ({ dataset_id, document_ids: [document_id], add: [tag_id] }),
    { dataset_id: 'x', document_ids: [] },
  ),
  tagGroups: datasetCase({}, { dataset_id: 'x'.repeat(65) }),
  addTag: tagCase(({ tag_id, document_id }) => ({ tag_id, document_id }), { document_id: '' }),
  removeTag: tagCase(({ tag_id, document_id }) => ({ tag_id, document_id }), { tag_id: '' }),
  copyDocuments: {
    valid: async (scene) => copyInput(scene, scene.ada),
    bad: { document_ids: [], targets: [] },
    foreign: async (scene) => [
      { ...(await copyInput(scene, scene.bo)), targets: (await copyInput(scene, scene.ada)).targets },
      { ...(await copyInput(scene, scene.ada)), document_ids: [UNKNOWN_ID] },
    ],
  },
  projectDocuments: { valid: () => ({ keyword: 'a' }), bad: { page_num: 0 } },
  folderDocuments: {
    valid: async ({ ada }) => ({ folder_ids: [(await createFolder(ada)).folder_id] }),
    bad: { page_size: 101 },
    foreign: async ({ bo }) => [
      { folder_ids: [(await createFolder(bo)).folder_id] },
      { folder_ids: [UNKNOWN_ID] },
    ],
  },
  documentsForPickers: { valid: () => ({ keyword: 'a' }), bad: { page_size: 0 } },
  publicClasses: { valid: () => ({}) },
  subjectStatistics: { valid: () => ({ subject_code: '0812' }), bad: { subject_code: 'x' } },
  literatureStatistics: datasetCase({}, { dataset_id: 'x'.repeat(65) }),
  savedSearch: publicDatasetCase({}, { dataset_id: 'x'.repeat(65) }),
  saveSearch: publicDatasetCase({ query: 'attention' }, { dataset_id: 'x', query: ' ' }),
  removeSearch: publicDatasetCase({}, { dataset_id: 'x'.repeat(65) }),
  figures: datasetCase({}, { dataset_id: 'x'.repeat(65) }),
}
