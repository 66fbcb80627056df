import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { fakeServer, refused } from '../testing/fake-server.ts'
import { callFile } from './call-file.ts'

const EXPORT = 'GET /api/manuscript_check/run/k1/export'
const save = () => callFile(api.manuscriptChecks.export, { check_id: 'k1', format: 'json' })

test('a file of JSON is a file, a refusal in JSON is none', async () => {
  const name = encodeURIComponent('论文-核对结果.json')
  const headers = {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
  }
  fakeServer({ [EXPORT]: () => new Response('{"code":1}', { headers }) })
  const answer = await save()
  const file = answer.success ? answer.data : null
  expect(file).toBeInstanceOf(File)
  expect([file?.name, await file?.text()]).toEqual(['论文-核对结果.json', '{"code":1}'])

  fakeServer({ [EXPORT]: () => refused(404, null, '没有找到') })
  expect(await save()).toMatchObject({ success: false, message: '没有找到' })
})
