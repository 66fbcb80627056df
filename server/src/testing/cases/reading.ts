import { api } from '@scinav/contract'
import { addAttachable, addDocument, heading, line } from '../documents.ts'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

const SAMPLE_SENTENCE = 'We propose a method that reads documents.'

async function createReadDocument({ app }: CaseScene, person: Person): Promise<string> {
  const { id: dataset_id } = await person.call(api.datasets.create, { name: '资料' })
  const blocks = [heading('1 Introduction'), line(SAMPLE_SENTENCE)]
  return (await addDocument(app.base, { dataset_id, creator_id: person.id }, blocks)).document_id
}

/** Builds a case for a call that takes a reading target. */
const readableCase = (rest: object = {}, bad: object = {}): CallCase => ({
  valid: async (scene) => ({ document_id: await createReadDocument(scene, scene.ada), ...rest }),
  bad: { document_id: 'x', paper_id: 'y', ...rest, ...bad },
  foreign: async (scene) => [
    { document_id: await createReadDocument(scene, scene.bo), ...rest },
    { document_id: UNKNOWN_ID, ...rest },
  ],
})

const SAMPLE_POSITION = { page: 1, top: 0.5, ordinal: null, view: 'pages', scale: null }

export const readingCases: CallCases<typeof api.reading> = {
  open: readableCase(),
  blocks: readableCase({ page_from: 1, page_to: 2 }, { limit: 201 }),
  attached: {
    valid: async ({ app, ada }) => ({
      file_id: await addAttachable(app.base, ada.id, [line(SAMPLE_SENTENCE)]),
    }),
    bad: { file_id: '', page: 0 },
    foreign: async ({ app, bo }) => [
      { file_id: await addAttachable(app.base, bo.id, [line(SAMPLE_SENTENCE)]) },
      { file_id: UNKNOWN_ID },
    ],
  },
  file: readableCase(),
  find: readableCase({ quote: 'a method that reads' }, { quote: '' }),
  position: readableCase(),
  savePosition: readableCase({ position: SAMPLE_POSITION }, { position: { page: 0 } }),
  aspects: readableCase({ engine: 'cues' }, { engine: 'luck' }),
  compare: {
    valid: async (scene) => ({ targets: [{ document_id: await createReadDocument(scene, scene.ada) }] }),
    bad: { targets: [], aspects: ['luck'] },
    foreign: async (scene) => [
      { targets: [{ document_id: await createReadDocument(scene, scene.bo) }] },
      { targets: [{ document_id: UNKNOWN_ID }] },
    ],
  },
  figures: readableCase({}, { limit: 101 }),
  references: readableCase({}, { limit: 0 }),
  listed: readableCase({}, { file_id: 'z' }),
  translate: readableCase({ ordinals: [0], target: 'zh', kept_only: true }, { ordinals: [] }),
  glossary: { valid: () => ({}) },
  saveGlossary: { valid: () => ({ list: [{ source: 'parser', target: '解析器' }] }), bad: { list: 7 } },
}

async function createAnnotation(scene: CaseScene, person: Person): Promise<string> {
  const input = { document_id: await createReadDocument(scene, person), quote: 'a method', comment: '方法' }
  return (await person.call(api.annotations.create, input)).id
}

const annotationFile = Buffer.from(JSON.stringify({ annotations: [{ quote: 'a method', comment: '方法' }] }))

export const annotationsCases: CallCases<typeof api.annotations> = {
  list: readableCase({ page_from: 1 }, { limit: 501 }),
  create: readableCase({ quote: 'a method', comment: '方法' }, { colour: 'gold' }),
  update: {
    valid: async (scene) => ({ id: await createAnnotation(scene, scene.ada), comment: '改' }),
    bad: { id: '', colour: 'gold' },
    foreign: async (scene) => [
      { id: await createAnnotation(scene, scene.bo), comment: '改' },
      { id: UNKNOWN_ID, comment: '改' },
    ],
  },
  remove: {
    valid: async (scene) => ({ ids: [await createAnnotation(scene, scene.ada)] }),
    bad: { ids: [] },
    foreign: async (scene) => [{ ids: [await createAnnotation(scene, scene.bo)] }, { ids: [UNKNOWN_ID] }],
  },
  export: readableCase({ format: 'w3c' }, { format: 'pdf' }),
  import: { ...readableCase({ format: 'json' }), body: annotationFile },
}
