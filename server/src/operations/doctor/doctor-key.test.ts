import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { requireSharedKey } from '../../platform/context/shared-key.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { examine } from './doctor.ts'

const key = (fill: number) => ({ SECRET_KEY: Buffer.alloc(32, fill).toString('base64') })

test('a key that is not that of the other processes is named before a process is refused for it', async () => {
  const folder = newFolder()
  const look = async (env: Record<string, string>) => {
    const findings = await examine(readConfig({ DATA_DIR: folder, CONFIG_FILE: '', ...env }))
    return findings.find(({ name }) => name === '密钥')
  }
  expect(await look(key(1))).toBeUndefined()
  const opened = await openDatabase({ folder })
  await requireSharedKey({
    config: readConfig({ DATA_DIR: folder, CONFIG_FILE: '', ...key(1) }),
    db: opened.db,
  })
  await opened.close()

  expect(await look(key(1))).toMatchObject({ state: 'works', note: '与其他进程的相同' })
  for (const env of [key(2), {}])
    expect(await look(env)).toMatchObject({
      state: 'broken',
      note: expect.stringContaining('npm run secret-key -- renew'),
    })
})
