import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { StylesPanel } from './styles-panel.tsx'

const SAMPLE = 'POST /api/citation/installed_styles/sample'
const INSTALL = 'POST /api/citation/installed_styles'
const style = {
  id: 's1',
  name: '示例大学学位论文',
  system: 'numeric',
  shared: true,
  removable: false,
  created_at: null,
}
const sample = {
  name: '某期刊',
  system: 'author-date',
  citations: ['（周，2023）'],
  entries: ['周明远. 湖泊.'],
}

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    'GET /api/citation/installed_styles': () => ok({ list: [style] }),
    'GET /api/citation/styles': () => ok({ styles: [], formats: [] }),
    [SAMPLE]: () => ok(sample),
    [INSTALL]: () => ok({ ...style, name: '某期刊' }),
  })
})
afterEach(cleanup)

const drop = async (name: string, text: string) => {
  const field = await screen.findByLabelText('选择文件')
  await act(async () => fireEvent.drop(field, { dataTransfer: { files: [new File([text], name)] } }))
}

test('a file is shown by a sample before it is installed', async () => {
  showAt('/home?panel=styles', <StylesPanel onClose={() => undefined} />)
  await drop('journal.csl', '<style/>')
  expect(await screen.findByText('周明远. 湖泊.')).toBeTruthy()
  await press('安装')
  expect(server.asked(INSTALL)[0]?.body).toEqual({ xml: '<style/>', shared: false })
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已安装 某期刊'])
})

test('why a file cannot be used is said, and nothing is installed', async () => {
  server.handlers[SAMPLE] = () =>
    refused(400, { problem: 'input.invalid', issues: [{ path: 'xml', message: '样式缺少 citation' }] })
  showAt('/home?panel=styles', <StylesPanel onClose={() => undefined} />)
  await drop('broken.csl', '<style/>')
  expect(await screen.findByText('broken.csl：样式缺少 citation')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '安装' })).toBeNull()
})

test('an installed style shows a sample; only removable ones can be removed', async () => {
  showAt('/home?panel=styles', <StylesPanel onClose={() => undefined} />)
  await press('示例大学学位论文 的示例')
  expect(server.asked(SAMPLE)[0]?.body).toEqual({ id: 's1' })
  expect(screen.queryByRole('button', { name: /^移除/ })).toBeNull()
})
