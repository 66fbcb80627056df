import { expect, onTestFinished, test } from 'vitest'
import { sha256Hex } from '../platform/providers/files/s3/signature.ts'
import { runDocumentsDrill } from '../testing/documents-drill.ts'
import { type DrillClient, killCount, postApi, uploadFile } from '../testing/drill-client.ts'
import { existingDatabase } from '../testing/fresh-database.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { registerPerson, startRealServer } from '../testing/real-server.ts'
import type { S3Request } from '../testing/s3-bucket.ts'
import { useS3Server } from '../testing/s3-server.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

const KILLS = killCount(3)
const SEED = 20_261_124

/** A place for a server whose files lie in an S3 store. */
async function place() {
  const own = await emptyServerSettings()
  const store = await useS3Server()
  const rows = async () => {
    const { db, close } = await existingDatabase({ folder: own.DATA_DIR, url: own.DATABASE_URL })
    try {
      return await db.selectFrom('file_bytes').select(['id', 'sha256']).execute()
    } finally {
      await close()
    }
  }
  return { store, rows, env: { ...store.env, ...own } }
}

test(`after ${KILLS} kills while files go to an S3 store all that the database knows is there, byte for byte`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { store, rows, env } = await place()
  const { kills, added, replaced, faults } = await runDocumentsDrill({ env, kills: KILLS, seed: SEED })
  console.log(`outside files drill: ${kills} kills, ${added} documents, ${replaced} replaced`)

  expect(faults).toEqual([])
  expect(added).toBeGreaterThan(KILLS / 3)
  const known = await rows()
  expect(known.length).toBeGreaterThan(0)
  for (const { id, sha256 } of known) {
    const stored = store.objects.get(store.keyOf(`bytes/${id}`))
    expect(stored && sha256Hex(stored.bytes)).toBe(sha256)
  }
})

const MB = 1024 * 1024
/** More than travels in one go. */
const bytes = Buffer.alloc(9 * MB, '科学')

/** Where the store falls silent, and the server is killed: at the beginning, between two parts, at the end. */
const steps: ((act: S3Request) => boolean)[] = [
  ({ method, query }) => method === 'POST' && 'uploads' in query,
  ({ query }) => query.partNumber === '2',
  ({ method, query }) => method === 'POST' && query.uploadId !== undefined,
]

test('a kill in the middle of sending leaves the upload: it is kept afterwards, whole and once', {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const { store, rows, env } = await place()
  let server = await startRealServer(env)
  onTestFinished(async () => {
    server.process.kill('SIGKILL')
    await server.ended
  })
  const cookie = await registerPerson(server, env.DATA_DIR)
  const client = (): DrillClient => ({ server, cookie })
  const upload_id = await uploadFile(client(), { name: '大文件.bin', bytes })
  for (const isStep of steps) {
    const reached = Promise.withResolvers<void>()
    store.always((act) => {
      if (!isStep(act)) return undefined
      reached.resolve()
      return 'silence'
    })
    const asked = postApi(client(), '/api/cx_file/from_upload', { upload_id }).catch(() => 'gone')
    await reached.promise
    server.process.kill('SIGKILL')
    await server.ended
    expect(await asked).toBe('gone')
    store.always(() => undefined)
    expect(store.names()).toEqual([])
    server = await startRealServer(env)
  }

  const kept = await postApi(client(), '/api/cx_file/from_upload', { upload_id })
  expect(kept).toMatchObject({ name: '大文件.bin', size_bytes: bytes.length, sha256: sha256Hex(bytes) })
  const answer = await fetch(`${server.url}/api/cx_file/${kept.id}`, { headers: { cookie } })
  expect(sha256Hex(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256Hex(bytes))
  server.process.kill('SIGTERM')
  await server.ended
  expect(await rows()).toHaveLength(1)
  expect(store.names('bytes/')).toHaveLength(1)
})
