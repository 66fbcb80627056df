import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { decodeTable } from '../import/import-table.ts'
import { rankLists, rankTemplate } from './ranks-lists.ts'
import { RanksPanel } from './ranks-panel.tsx'

const SEND = 'POST /api/admin/ranks'
const table = { list: 'CSSCI', year: 2025, rows: 600, matched: 512, created_at: '2026-11-20T00:00:00.000Z' }

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    'GET /api/admin/ranks': () => ok([table]),
    [SEND]: () => ok({ ...table, faults: [] }),
    'DELETE /api/admin/ranks': () => ok(null),
  })
})
afterEach(cleanup)
const show = () => showAt('/home?panel=ranks', <RanksPanel onClose={() => undefined} />)

test('a pasted table is imported for its list and year, and the faults are shown', async () => {
  server.handlers[SEND] = () =>
    ok({ ...table, year: 2024, faults: [{ line: 7, reason: '没有刊名和 ISSN', excerpt: ',,来源' }] })
  show()
  await fill('年份', '2024')
  await fill('表格内容', 'title,issn,value\n情报学报,1000-0135,来源')
  await press('导入 CSSCI 2024')
  expect(server.asked(SEND)[0]?.body).toEqual({
    list: 'CSSCI',
    year: 2024,
    csv: 'title,issn,value\n情报学报,1000-0135,来源',
  })
  expect(await screen.findByText(/读入 600 行，与库中 512 种期刊相符，1 行无法读取/)).toBeTruthy()
  expect(screen.getByText('没有刊名和 ISSN')).toBeTruthy()
})

test('a file saved by a Chinese spreadsheet is read as it was meant', async () => {
  show()
  // 「刊名」 in GB 18030.
  const bytes = new Uint8Array([0xbf, 0xaf, 0xc3, 0xfb, 0x0a, 0x61, 0x0a])
  const field = await screen.findByLabelText('选择文件')
  await act(async () => fireEvent.drop(field, { dataTransfer: { files: [new File([bytes], 'ranks.csv')] } }))
  expect(await screen.findByText(/ranks\.csv，1 行/)).toBeTruthy()
  await press(/^导入 CSSCI/)
  expect(server.asked(SEND)[0]?.body).toMatchObject({ csv: '刊名\na\n' })
})

test('what the server refuses is said beside the form', async () => {
  server.handlers[SEND] = () =>
    refused(400, { problem: 'input.invalid', issues: [{ path: 'csv', message: '没有 value 列' }] })
  show()
  await fill('表格内容', 'title\nx')
  await press(/^导入 CSSCI/)
  expect(await screen.findByText('没有 value 列')).toBeTruthy()
})

test('removing a table asks first', async () => {
  show()
  await press('移除 CSSCI 2025')
  expect(server.asked('DELETE /api/admin/ranks')).toEqual([])
  await press('确认移除 CSSCI 2025')
  expect(server.asked('DELETE /api/admin/ranks')[0]?.body).toEqual({ list: 'CSSCI', year: 2025 })
  expect(useToasts.getState().toasts[0]?.text).toBe('已移除 CSSCI 2025')
})

test.each(rankLists)('the template of %s has a head and a row of the same width', (list) => {
  const [head = '', row = ''] = rankTemplate(list).trim().split('\r\n')
  expect(head.split(',')).toHaveLength(5)
  expect(row.split(',')).toHaveLength(5)
  expect(decodeTable(new TextEncoder().encode(rankTemplate(list)).buffer as ArrayBuffer)).toContain(
    '示例期刊',
  )
})
