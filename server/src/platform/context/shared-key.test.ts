import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { readConfig } from '../config/config.ts'
import { openSecret, sealSecret } from './secrets.ts'
import { registerKey, requireSharedKey } from './shared-key.ts'

const aKey = () => randomBytes(32).toString('base64')
const refused = /密钥与数据库登记的不同/

/** Several processes over one database; each with a data folder of its own, unless it is given one. */
async function processes() {
  const { db, close } = await freshDatabase(newFolder())
  onTestFinished(close)
  return (env: Record<string, string> = {}) => {
    const DATABASE_URL = 'postgres://scinav@db.example.edu.cn/scinav'
    return { db, config: readConfig({ CONFIG_FILE: '', DATA_DIR: newFolder(), DATABASE_URL, ...env }) }
  }
}

test('processes with one key read what the others sealed, and one with another key is refused', async () => {
  const start = await processes()
  const SECRET_KEY = aKey()
  const [web, worker] = [start({ SECRET_KEY, ROLE: 'web' }), start({ SECRET_KEY, ROLE: 'worker' })]
  await Promise.all([requireSharedKey(web), requireSharedKey(worker)])
  expect(openSecret(worker, sealSecret(web, 'sk-1234'))).toBe('sk-1234')
  await requireSharedKey(start({ SECRET_KEY: Buffer.from(SECRET_KEY, 'base64').toString('hex') }))

  await expect(requireSharedKey(start({ SECRET_KEY: aKey(), ROLE: 'web' }))).rejects.toThrow(refused)
  await expect(requireSharedKey(start({ ROLE: 'web' }))).rejects.toThrow(refused)
  await expect(requireSharedKey(start())).rejects.toThrow(refused)
})

test('of processes that begin together with different keys one goes on', async () => {
  const start = await processes()
  const all = Array.from({ length: 6 }, () => requireSharedKey(start({ SECRET_KEY: aKey() })))
  const ends = await Promise.allSettled(all)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('without SECRET_KEY processes of different roles need the folder of the key in common', async () => {
  const start = await processes()
  const DATA_DIR = newFolder()
  await requireSharedKey(start({ ROLE: 'web', DATA_DIR }))
  await requireSharedKey(start({ ROLE: 'worker', DATA_DIR }))
  await expect(requireSharedKey(start({ ROLE: 'worker' }))).rejects.toThrow(refused)
  // The way back to one process: with the file of the key.
  const alone = start()
  copyFileSync(join(DATA_DIR, 'secret.key'), join(alone.config.DATA_DIR, 'secret.key'))
  await requireSharedKey(alone)
})

test('one process with a key in its folder leaves no mark: it starts elsewhere without it', async () => {
  const start = await processes()
  const first = start()
  sealSecret(first, 'sk-1234')
  await requireSharedKey(first)
  await requireSharedKey(start())
})

test('a key that is lost is replaced on purpose', async () => {
  const start = await processes()
  const before = start({ SECRET_KEY: aKey() })
  await requireSharedKey(before)
  const sealed = sealSecret(before, 'sk-1234')
  const after = start({ SECRET_KEY: aKey() })
  await expect(requireSharedKey(after)).rejects.toThrow('npm run secret-key -- renew')
  await registerKey(after)
  await requireSharedKey(after)
  await expect(requireSharedKey(before)).rejects.toThrow(refused)
  expect(() => openSecret(after, sealed)).toThrow('请管理员重新填写')
})

test('a key that is none is refused by name', () => {
  for (const SECRET_KEY of ['short', 'a'.repeat(63), `${'A'.repeat(42)}!`, 'A'.repeat(88)])
    expect(() => readConfig({ CONFIG_FILE: '', SECRET_KEY })).toThrow(/SECRET_KEY：应是 32 个字节/)
})
