import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { trySearch } from './try-search.ts'

const saying = (state: string, text: string) => ({ state, note: expect.stringContaining(text) })

/** Something that answers everything alike. */
async function answering(status: number, body: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a shared index that cannot be asked says why and what to do, in a sentence without a stack', async () => {
  const noteAt = async (url: string) => {
    const place = { urls: [url], prefix: 'scinav', shards: 1, replicas: 0 }
    const { state, note } = await trySearch(place, { papers: 7, change: 12 })
    expect([state, note.includes('\n')]).toEqual(['broken', false])
    return note
  }
  expect(await noteAt('http://127.0.0.1:9')).toContain('连接不上（ECONNREFUSED），请检查 SEARCH_URL')
  expect(await noteAt(await answering(401, '{}'))).toContain('请核对 SEARCH_USER 与 SEARCH_PASSWORD')
  expect(await noteAt(await answering(403, '{}'))).toContain('用户没有权限')
  expect(await noteAt(await answering(404, 'nothing'))).toContain('没有正常答复（OpenSearch 404')
  for (const other of ['<html>hello</html>', '{}'])
    expect(await noteAt(await answering(200, other))).toContain('答复的不是 OpenSearch')
  const secure = (await answering(200, '{}')).replace('http:', 'https:')
  expect(await noteAt(secure)).toContain('应以 http 还是 https 开头')
})

/** An OpenSearch that answers what the doctor asks it, as version 3.2 does. */
async function openSearch(answers: Record<string, unknown>): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const path = (request.url ?? '').split('?')[0] ?? ''
    response.statusCode = path in answers ? 200 : 404
    response.end(JSON.stringify(answers[path] ?? { error: { type: 'index_not_found_exception' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const healthy = {
  '/': { version: { number: '3.2.0' } },
  '/_cluster/health': { status: 'green', number_of_nodes: 3 },
  '/_analyze': { tokens: [{}, {}] },
}

test('a shared index is asked for its version, its health, and how far it is', async () => {
  const tried = async (answers: Record<string, unknown>) => {
    const place = { urls: [await openSearch(answers)], prefix: 'scinav', shards: 1, replicas: 0 }
    return trySearch(place, { papers: 7, change: 12 })
  }
  expect(await tried(healthy)).toEqual(saying('works', '3 个节点，正常，还没有索引'))
  const indexes = {
    '/scinav-papers/_count': { count: 5 },
    '/_alias/scinav-papers': { 'scinav-papers-g1': {} },
    '/scinav-progress/_doc/scinav-papers-g1': { _source: { change: 10 } },
  }
  expect(await tried({ ...healthy, ...indexes })).toEqual(
    saying('works', '收有文献 5 篇，落后数据库 2 次改动'),
  )
  expect(await tried({ ...healthy, '/': { version: { number: '2.3.0' } } })).toEqual(
    saying('broken', '版本过旧'),
  )
  expect(await tried({ ...healthy, '/_analyze': { tokens: [{}] } })).toEqual(
    saying('broken', 'analysis-common'),
  )
  const red = { status: 'red', number_of_nodes: 1 }
  expect(await tried({ ...healthy, '/_cluster/health': red })).toEqual(saying('broken', '有分片不可用'))
  expect(await tried({})).toEqual(saying('broken', 'SEARCH_URL'))
})
