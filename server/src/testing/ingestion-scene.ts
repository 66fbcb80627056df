import { api } from '@scinav/contract'
import { scriptedParsing } from './scripted-parsing.ts'
import { buildForm, type TestApp, testApp } from './test-app.ts'

/** Whoever makes the calls of a scene. */
export type TestBrowser = Pick<TestApp['guest'], 'call' | 'send' | 'refusal'>

/** Adds texts as files of one form. */
export function addTexts(
  person: Pick<TestBrowser, 'call'>,
  dataset_id: string,
  texts: Record<string, string>,
  more: object = {},
) {
  const files = Object.entries(texts).map(([name, text]) => ({ name, body: Buffer.from(text) }))
  const input = { dataset_id, ...more }
  return person.call(api.ingestion.add, input, {}, buildForm(files)).then(({ results }) => results)
}

/**
 * Creates Ada with a dataset, Bob, and a parser that the test controls; external engines are disabled unless the test
 * provides its own.
 */
export async function ingestionScene(options: Parameters<typeof testApp>[0] = {}) {
  const scripted = scriptedParsing()
  const app = await testApp({
    ...options,
    providers: (made) => ({
      parsing: scripted.parsing,
      engines: { ...made.engines, off: true },
      ...options.providers?.(made),
    }),
  })
  const [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')]
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '清单' })
  const list = async (input: object = {}, person: TestBrowser = ada) =>
    (await person.call(api.datasets.documents, { dataset_id, current_page: 1, page_size: 50, ...input })).list
  return {
    app,
    ada,
    bob,
    dataset_id,
    list,
    ...scripted,
    add: (texts: Record<string, string>, more: object = {}) => addTexts(ada, dataset_id, texts, more),
    /** Adds a single file and returns its document. */
    addOne: async (text: string, name = 'a.txt') => {
      const [result] = await addTexts(ada, dataset_id, { [name]: text })
      return result?.document?.id ?? ''
    },
    operate: (document_id: string, operation: string, more: object = {}) =>
      ada.call(api.ingestion.operate, { document_id, operation, ...more } as never),
    document: async (id: string) => (await list()).find((each) => each.id === id),
    /** Returns the changes for the index: passage numbers, and whether they are removed. */
    feed: async () => {
      const rows = await app.base.db
        .selectFrom('passage_places')
        .selectAll()
        .orderBy('change')
        .orderBy('first_seq')
        .execute()
      return rows.map(({ first_seq, passages, gone, document_id }) => ({
        first_seq: Number(first_seq),
        passages,
        gone,
        document_id,
      }))
    },
  }
}
