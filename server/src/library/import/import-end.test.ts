import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { queueLocalFile } from './import.service.ts'
import { readImport } from './run-import.ts'

async function scene(text: string) {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const path = join(app.folder, 'a.ris')
  await writeFile(path, text)
  const { id } = await queueLocalFile(app.base, path)
  const run = async () => (await ada.call(api.library.imports, {})).list[0]
  return { app, ada, id, run }
}

const whole = 'TY  - JOUR\r\nTI  - Zeppelins\r\nER  - \r\n'

test('a file with thousands of broken records is read to its end, and every one is named', async () => {
  const { app, ada, id, run } = await scene(
    `${'TY  - JOUR\r\nAU  - Lee, Ann\r\nER  - \r\n'.repeat(9_000)}${whole}`,
  )
  await app.runner.drain()
  expect(await run()).toMatchObject({ state: 'done', records: 9_001, added: 1, broken: 9_000 })
  const { total, list } = await ada.call(api.library.brokenRecords, {
    import_id: id,
    page_num: 90,
    page_size: 100,
  })
  expect(total).toBe(9_000)
  expect(list.at(-1)).toMatchObject({ line: 8_999 * 3 + 1, reason: '缺少题名' })
})

test('an import that fails three times ends as failed, with its reason, and can be tried again', async () => {
  const { app, ada, run } = await scene(whole)
  const { importInWorker } = app.base
  app.base.importInWorker = () => Promise.reject(new Error('the disk is gone'))
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect((await run())?.state).toBe('queued')
    await app.runner.drain()
    app.pass(60 * 60_000)
  }
  const failed = await run()
  expect(failed).toMatchObject({ state: 'failed', error: '导入没有完成：the disk is gone' })
  expect(failed?.finished_at).not.toBeNull()

  if (importInWorker) app.base.importInWorker = importInWorker
  else delete app.base.importInWorker
  await ada.call(api.admin.setJob, { job_id: failed?.job_id ?? '', action: 'retry' })
  await app.runner.drain()
  expect(await run()).toMatchObject({ state: 'done', added: 1, error: null })
})

test('an import that is cancelled before it began is cancelled, not waited for', async () => {
  const { app, ada, run } = await scene(whole)
  await ada.call(api.admin.setJob, { job_id: (await run())?.job_id ?? '', action: 'cancel' })
  await app.runner.drain()
  expect(await run()).toMatchObject({ state: 'cancelled', records: 0 })
})

test('how far a packed file is read is told too low rather than too high, and never as the end', async () => {
  const app = await testApp()
  // What cannot be packed well is about as long as its packed file.
  const noise = (at: number) => hash('sha512', String(at), 'base64')
  const record = (_: unknown, at: number) => `TY  - JOUR\nTI  - ${noise(at)}\nER  - \n`
  const path = join(app.folder, 'many.ris.gz')
  await writeFile(path, gzipSync(Array.from({ length: 4_500 }, record).join('')))
  const { id } = await queueLocalFile(app.base, path)
  const told: number[] = []
  const report = async (progress: number) => void told.push(progress)
  await readImport(app.base, id, { signal: new AbortController().signal, report })
  expect(told.length).toBeGreaterThan(1)
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  expect(told[0]).toBeLessThan(0.5)
  expect(told.at(-1)).toBeLessThanOrEqual(0.99)
})
