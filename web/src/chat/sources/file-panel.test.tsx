import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { citationOf, quietChat, recordOf } from '../../testing/chat.ts'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { press, showAt } from '../../testing/show.tsx'
import { ChatView } from '../chat-view.tsx'

let server: ReturnType<typeof fakeServer>
let records: object[]

beforeEach(() => {
  sessionStorage.clear()
  server = fakeServer(quietChat(() => records))
})
afterEach(cleanup)

const show = () => showAt('/agent', <ChatView application_id="a1" chat_id="c1" />)

test('a citation of an attached file opens its page with the passage lit', async () => {
  const quote = 'Humidity does it.'
  const of = { paper_id: null, file_id: 'f1', file_name: '笔记.txt', page: 2, quote, title: '笔记' }
  records = [recordOf({ citations: [citationOf(of)] })]
  const block = (ordinal: number, text: string) => ({ ordinal, type: 'paragraph', text })
  server.handlers['GET /api/document/attached'] = ({ query }) =>
    ok({
      name: '笔记.txt',
      mime: 'text/plain',
      version: 'v1',
      page_count: 3,
      list: query.get('page') === '2' ? [block(0, `We know: ${quote} Indeed.`)] : [block(1, 'Another page.')],
    })
  show()
  await press(/笔记.txt · 第 2 页/)
  const panel = await screen.findByRole('dialog', { name: '笔记.txt' })
  await within(panel).findByText(/We know/)
  expect(panel.querySelectorAll('mark')).toHaveLength(2)
  expect(within(panel).getByRole('link', { name: '下载' }).getAttribute('href')).toBe('/api/cx_file/f1')
  await press('下一页')
  await within(panel).findByText('Another page.')
  await press('回到引用处')
  await within(panel).findByText(/We know/)
})

test('an attached picture is shown as it is, with its text folded; of other files the text is open', async () => {
  const of = { paper_id: null, file_id: 'f1', file_name: '笔记', page: 2, quote: '', title: '笔记' }
  records = [recordOf({ citations: [citationOf(of)] })]
  const file = (mime: string) => () =>
    ok({
      name: '笔记',
      mime,
      version: 'v1',
      page_count: 2,
      list: [{ ordinal: 0, type: 'paragraph', text: 'Ice.' }],
    })
  const opened = async (mime: string) => {
    server.handlers['GET /api/document/attached'] = file(mime)
    const shown = show()
    await press(/笔记 · 第 2 页/)
    const panel = await screen.findByRole('dialog', { name: '笔记' })
    const text = (await within(panel).findByText('Ice.')).closest('details')
    const seen = {
      isOpen: text?.open,
      picture: within(panel).queryByAltText('附件的原图') !== null,
      back: within(panel).queryByRole('button', { name: '回到引用处' }) !== null,
    }
    shown.unmount()
    return seen
  }
  expect(await opened('text/plain')).toEqual({ isOpen: true, picture: false, back: false })
  expect(await opened('image/png')).toEqual({ isOpen: false, picture: true, back: false })
  expect(await opened('image/jpeg')).toEqual({ isOpen: false, picture: true, back: false })
})
