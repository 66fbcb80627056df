import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const WRITTEN_TABLES = ['user_settings', 'installation', 'sessions']

/** The database takes no more, as on a full disk: no new page on SQLite, the code of PostgreSQL there. */
async function fill({ base, kind }: TestApp): Promise<void> {
  if (kind === 'sqlite') {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(base.db)
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 8}`).execute(base.db)
    // A change within a row needs no page, unlike one on a disk that is full for the write-ahead log.
    await sql
      .raw(`create trigger no_room before update on sessions
        begin insert into installation values ('no room', hex(zeroblob(100000))); end`)
      .execute(base.db)
    return
  }
  await sql
    .raw(`create or replace function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    .execute(base.db)
  for (const table of WRITTEN_TABLES)
    await sql
      .raw(`create trigger no_room before insert or update on ${table} execute function no_room()`)
      .execute(base.db)
}

async function makeRoom({ base, kind }: TestApp): Promise<void> {
  if (kind === 'sqlite') {
    await sql.raw('pragma max_page_count = 1073741823').execute(base.db)
    await sql.raw('drop trigger no_room').execute(base.db)
    return
  }
  for (const table of WRITTEN_TABLES) await sql.raw(`drop trigger no_room on ${table}`).execute(base.db)
  await sql.raw('drop function no_room()').execute(base.db)
}

test('attack 55: on a full disk a write says so, what was acknowledged stays, and it goes on by itself', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const ready = async () => (await app.app.inject('/readyz')).statusCode
  const save = (number: number) =>
    ada.send(api.user.saveSetting, { key: `k${number}`, type: 'ui', value: `${number} `.repeat(4_000) })
  const kept: number[] = []
  const refused: number[] = []
  for (let number = 0; number < 3; number += 1) if ((await save(number)).statusCode === 200) kept.push(number)
  await fill(app)
  for (let number = 3; number < 40; number += 1) {
    const answer = await save(number)
    if (answer.statusCode === 200) kept.push(number)
    else {
      refused.push(number)
      expect([answer.statusCode, answer.json().data.problem]).toEqual([507, 'disk.full'])
      expect(answer.json().message).toContain('磁盘已满')
    }
  }

  expect(refused.length).toBeGreaterThan(10)
  expect(await ready()).toBe(503)
  expect((await ada.call(api.user.current, {})).account).toBe('Ada')
  await makeRoom(app)
  expect(await ready()).toBe(200)
  for (const number of kept)
    expect(await ada.call(api.user.setting, { key: `k${number}`, type: 'ui' })).toContain(`${number} `)
  for (const number of refused) {
    expect(await ada.call(api.user.setting, { key: `k${number}`, type: 'ui' })).toBeNull()
    expect((await save(number)).statusCode).toBe(200)
  }
})

test('who comes back on a full disk still reads what there is', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const last_seen_at = new Date(app.base.now().getTime() - 60 * 60_000).toISOString()
  await app.base.db.updateTable('sessions').set({ last_seen_at }).execute()
  await fill(app)
  expect((await ada.call(api.user.current, {})).account).toBe('Ada')
  await makeRoom(app)
})

test('attack 55: an upload that the disk does not take says so, and can be sent again', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id } = await ada.call(api.upload.begin, { name: 'a.bib', size: 3 })
  // What the kernel answers for this file to every byte is ENOSPC.
  await mkdir(join(app.folder, 'uploads'), { recursive: true })
  await symlink('/dev/full', join(app.folder, 'uploads', id))

  const refused = await ada.refusal(api.upload.part, { id, offset: 0 }, {}, Buffer.from('abc'))
  expect(refused).toMatchObject({ status: 507, problem: 'disk.full' })
  await app.base.providers.uploads.remove(id)
  expect(await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('abc'))).toMatchObject({
    done: true,
  })
})
