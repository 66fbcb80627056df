import { api } from '@scinav/contract'
import { addAttachable, addDocument, heading, line } from '../documents.ts'
import { type Case, type CasesOf, NOBODY, type Person, type Scene } from './case.ts'

const SENTENCE = 'We propose a method that reads documents.'

async function documentOf({ app }: Scene, person: Person): Promise<string> {
  const { id: dataset_id } = await person.call(api.datasets.create, { name: '资料' })
  const blocks = [heading('1 Introduction'), line(SENTENCE)]
  return (await addDocument(app.base, { dataset_id, creator_id: person.id }, blocks)).document_id
}

/** A call that takes what is read. */
const ofReadable = (rest: object = {}, bad: object = {}): Case => ({
  valid: async (scene) => ({ document_id: await documentOf(scene, scene.ada), ...rest }),
  bad: { document_id: 'x', paper_id: 'y', ...rest, ...bad },
  foreign: async (scene) => [
    { document_id: await documentOf(scene, scene.bo), ...rest },
    { document_id: NOBODY, ...rest },
  ],
})

const position = { page: 1, top: 0.5, ordinal: null, view: 'pages', scale: null }

export const readingCases: CasesOf<typeof api.reading> = {
  open: ofReadable(),
  blocks: ofReadable({ page_from: 1, page_to: 2 }, { limit: 201 }),
  attached: {
    valid: async ({ app, ada }) => ({ file_id: await addAttachable(app.base, ada.id, [line(SENTENCE)]) }),
    bad: { file_id: '', page: 0 },
    foreign: async ({ app, bo }) => [
      { file_id: await addAttachable(app.base, bo.id, [line(SENTENCE)]) },
      { file_id: NOBODY },
    ],
  },
  file: ofReadable(),
  find: ofReadable({ quote: 'a method that reads' }, { quote: '' }),
  position: ofReadable(),
  savePosition: ofReadable({ position }, { position: { page: 0 } }),
  aspects: ofReadable({ engine: 'cues' }, { engine: 'luck' }),
  compare: {
    valid: async (scene) => ({ targets: [{ document_id: await documentOf(scene, scene.ada) }] }),
    bad: { targets: [], aspects: ['luck'] },
    foreign: async (scene) => [
      { targets: [{ document_id: await documentOf(scene, scene.bo) }] },
      { targets: [{ document_id: NOBODY }] },
    ],
  },
  figures: ofReadable({}, { limit: 101 }),
  references: ofReadable({}, { limit: 0 }),
  listed: ofReadable({}, { file_id: 'z' }),
  translate: ofReadable({ ordinals: [0], target: 'zh', kept_only: true }, { ordinals: [] }),
  glossary: { valid: () => ({}) },
  saveGlossary: { valid: () => ({ list: [{ source: 'parser', target: '解析器' }] }), bad: { list: 7 } },
}

async function annotationOf(scene: Scene, person: Person): Promise<string> {
  const input = { document_id: await documentOf(scene, person), quote: 'a method', comment: '方法' }
  return (await person.call(api.annotations.create, input)).id
}

const file = Buffer.from(JSON.stringify({ annotations: [{ quote: 'a method', comment: '方法' }] }))

export const annotationsCases: CasesOf<typeof api.annotations> = {
  list: ofReadable({ page_from: 1 }, { limit: 501 }),
  create: ofReadable({ quote: 'a method', comment: '方法' }, { colour: 'gold' }),
  update: {
    valid: async (scene) => ({ id: await annotationOf(scene, scene.ada), comment: '改' }),
    bad: { id: '', colour: 'gold' },
    foreign: async (scene) => [
      { id: await annotationOf(scene, scene.bo), comment: '改' },
      { id: NOBODY, comment: '改' },
    ],
  },
  remove: {
    valid: async (scene) => ({ ids: [await annotationOf(scene, scene.ada)] }),
    bad: { ids: [] },
    foreign: async (scene) => [{ ids: [await annotationOf(scene, scene.bo)] }, { ids: [NOBODY] }],
  },
  export: ofReadable({ format: 'w3c' }, { format: 'pdf' }),
  import: { ...ofReadable({ format: 'json' }), body: file },
}
