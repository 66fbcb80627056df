import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { zipOf } from '../../../documents/src/testing/zip-builder.ts'
import { SAMPLE_MANUSCRIPT, uploadManuscript } from './manuscript-scene.ts'
import type { Caller, TestApp } from './test-app.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Batch = OutputOf<typeof api.manuscriptBatches.batch>

/** Gives a person the role 核对员. */
export const makeChecker = (operator: Person, person: Person = operator) =>
  operator.call(api.admin.setUser, { user_id: person.id, is_checker: true })

/** Theses in the folders of two departments; the one without a list of references cannot be checked. */
const SAMPLE_THESES: Readonly<Record<string, string>> = {
  '环境学院/2023001_李明_浅水湖泊富营养化研究.md': SAMPLE_MANUSCRIPT,
  '环境学院/王小芳-浅水湖泊遥感.md': SAMPLE_MANUSCRIPT.replace('[4]', '[3]'),
  '数学学院/没有列表的论文.md': '# 一篇短文\n\n正文没有引用任何文献。',
}

/** Packs files by their paths. */
export const packTheses = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))

/** Uploads an archive of theses and begins to check it. */
export async function startBatch(
  person: Pick<Caller, 'call' | 'send'>,
  files: Readonly<Record<string, string | Uint8Array>> = SAMPLE_THESES,
  more: Partial<InputOf<typeof api.manuscriptBatches.begin>> = {},
): Promise<string> {
  const upload_id = await uploadManuscript(person, packTheses(files), '2026届.zip')
  return (await person.call(api.manuscriptBatches.begin, { files: [{ upload_id }], ...more })).batch_id
}

const POLL_INTERVAL_MS = 200

/** Runs the jobs of the server until a batch has ended. */
export async function waitForBatch(
  app: TestApp,
  person: Pick<Caller, 'call' | 'send'>,
  batch_id: string,
): Promise<Batch> {
  for (;;) {
    await app.runner.drain()
    const row = await app.base.db
      .selectFrom('manuscript_batches')
      .select('finished_at')
      .where('id', '=', batch_id)
      .executeTakeFirst()
    if (row?.finished_at !== null) return person.call(api.manuscriptBatches.batch, { batch_id })
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}

/** Checks theses to the end. */
export const completeBatch = async (app: TestApp, ...given: Parameters<typeof startBatch>): Promise<Batch> =>
  waitForBatch(app, given[0], await startBatch(...given))
