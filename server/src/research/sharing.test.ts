import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'
import { renderSharedPage } from './share.service.ts'

const DAY_MS = 24 * 60 * 60_000

async function scene(REPORT_SHARING = 'on') {
  const app = await testApp({ env: { REPORT_SHARING } })
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id, report_id } = await completeResearch(ada)
  /** What a stranger without a session sees at an address. */
  const look = (path: string) => app.app.inject({ method: 'GET', url: path })
  return { app, ada, run_id, id: report_id, look }
}

test('whoever has the address reads the report as it is now, and nothing else', async () => {
  const { ada, id, look } = await scene()
  expect(await ada.call(api.deepResearch.shared, { id })).toEqual({ allowed: true, share: null })
  const { path, share_id } = await ada.call(api.deepResearch.share, { id })
  const page = await look(path)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<h2>1 检索范围与方法</h2>')
  expect(page.body).toContain('color-scheme:light dark')
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  const text = '我改写的一节。<script>alert(1)</script>'
  await ada.call(api.deepResearch.editReport, { report_id: id, version: 1, section_id: 'limits', text })
  expect((await look(path)).body).toContain('我改写的一节。&lt;script&gt;')
  expect((await ada.call(api.deepResearch.shared, { id })).share).toMatchObject({
    share_id,
    expires_at: null,
  })
  expect((await look('/share/../api/user')).body).not.toContain('检索范围')
})

test('an address leads nowhere once it is taken back, replaced or over, or its report is deleted', async () => {
  const { app, ada, id, run_id, look } = await scene()
  const first = await ada.call(api.deepResearch.share, { id })
  const second = await ada.call(api.deepResearch.share, { id, expires_in_days: 3 })
  const stateOf = async (path: string) => (await look(path)).statusCode
  expect([await stateOf(first.path), await stateOf(second.path)]).toEqual([404, 200])
  await ada.call(api.deepResearch.remove, { run_id })
  expect(await stateOf(second.path)).toBe(404)
  await ada.call(api.deepResearch.restore, { run_id })
  expect(await stateOf(second.path)).toBe(200)
  app.pass(3 * DAY_MS)
  expect(await stateOf(second.path)).toBe(404)
  const third = await ada.call(api.deepResearch.share, { id })
  expect(await stateOf(third.path)).toBe(200)
  await ada.call(api.deepResearch.unshare, { id })
  expect(await stateOf(third.path)).toBe(404)
  expect((await look(third.path)).body).toContain('链接已经失效')
})

test('nobody reads the report of somebody whose account is disabled', async () => {
  const { app, ada, id, look } = await scene()
  const { path } = await ada.call(api.deepResearch.share, { id })
  await app.base.db.updateTable('users').set({ status: 'disabled' }).execute()
  expect((await look(path)).statusCode).toBe(404)
})

test('without the operator there are no pages, and those that were made lead nowhere', async () => {
  const { ada, id } = await scene('off')
  expect((await ada.refusal(api.deepResearch.share, { id })).problem).toBe('report.sharing_off')
  expect(await ada.call(api.deepResearch.shared, { id })).toEqual({ allowed: false, share: null })
  const open = await scene()
  const { path } = await open.ada.call(api.deepResearch.share, { id: open.id })
  open.app.base.config.REPORT_SHARING = 'off'
  expect((await open.look(path)).statusCode).toBe(404)
})

test('attack 70: a shared page is rendered once for what it says, and anew when that changes', async () => {
  const { app, ada, id } = await scene()
  const { path } = await ada.call(api.deepResearch.share, { id })
  const token = path.slice('/share/'.length)
  let rendered = 0
  const look = () =>
    renderSharedPage(app.base, token, ({ version }) => {
      rendered += 1
      return `version ${version}`
    })
  expect([await look(), await look(), await look(), rendered]).toEqual([...Array(3).fill('version 1'), 1])
  const text = '我改写的一节。'
  await ada.call(api.deepResearch.editReport, { report_id: id, version: 1, section_id: 'limits', text })
  expect([await look(), await look(), rendered]).toEqual(['version 2', 'version 2', 2])
  await ada.call(api.deepResearch.unshare, { id })
  expect(await look()).toBeNull()
})
