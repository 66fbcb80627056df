import { api, blankWork, type Work } from '@scinav/contract'
import { workKeys } from '../library/works/index.ts'
import { addPapers } from './papers.ts'
import { testApp } from './test-app.ts'

/** Creates a library whose works references are compared with, indexed by their keys. */
export async function referenceScene(library: readonly Partial<Work>[]) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const ids = await addPapers(app.base, [...library])
  const keys = library.flatMap((given, at) =>
    workKeys({ ...blankWork(given.title ?? '', 1), ...given }).map((key) => ({
      key,
      paper_id: ids[at] ?? '',
    })),
  )
  await app.base.db.insertInto('paper_keys').values(keys).execute()
  const check = async (...entries: string[]) => (await ada.call(api.references.check, { entries })).list
  return { ada, base: app.base, ids, check }
}
