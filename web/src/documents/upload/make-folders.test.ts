import { expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { clearFolderCache, ensureFolder } from './make-folders.ts'

test('a folder whose name is longer than allowed is found again under its cut name', async () => {
  const stored = [{ id: 'f1', name: '长'.repeat(60), children: [] }]
  const server = fakeServer({
    'GET /api/dataset/d1/folder': () => ok(stored),
    'POST /api/dataset/d1/folder': () => ok({ id: 'f2' }),
  })
  clearFolderCache()
  const found = await ensureFolder({ dataset_id: 'd1', folder_id: null, way: ['长'.repeat(80)] })
  expect(found).toMatchObject({ data: 'f1' })
  expect(server.asked('POST /api/dataset/d1/folder')).toEqual([])
})
