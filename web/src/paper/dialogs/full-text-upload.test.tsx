import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { discardUploads } from '../../documents/upload/run-uploads.ts'
import { allUploads } from '../../documents/upload/uploads.state.ts'
import { fakeServer, ok, person } from '../../testing/fake-server.ts'
import { fill, lastToast, press, showAt } from '../../testing/show.tsx'
import { FullTextButton } from './full-text-button.tsx'

const base = (id: string, name: string, my_role = 1) => ({ id, name, my_role })

beforeEach(async () => {
  setUserInfo(person)
  await import('./full-text-upload.tsx')
  fakeServer({
    'GET /api/dataset/private/get_id': () => ok('d1'),
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [],
        readingDataset: [base('d0', '待读'), base('d1', '我的文献')],
        projectDataset: [
          { project_id: 'j1', project_name: '电池', datasets: [base('d2', '只读', 4), base('d3', '组会')] },
        ],
      }),
  })
})
afterEach(async () => {
  cleanup()
  await discardUploads()
})

const choose = async (name: string) => {
  const field = await screen.findByLabelText('要上传的文件')
  await act(async () => fireEvent.change(field, { target: { files: [new File(['%PDF'], name)] } }))
}

test('the full text of a paper goes into the private base, or another that one may add to', async () => {
  showAt('/home', <FullTextButton paper_id="p1" />)
  await press('上传全文')
  const bases = await screen.findByLabelText('放进')
  expect(bases).toHaveProperty('value', 'd1')
  expect(screen.queryByRole('option', { name: '只读' })).toBeNull()
  await choose('notes.docx')
  await screen.findByText('请选择 PDF 文件')
  expect(allUploads()).toEqual([])
  await fill('放进', 'd3')
  await choose('paper.pdf')
  await waitFor(() =>
    expect(allUploads()[0]).toMatchObject({ dataset_id: 'd3', paper_id: 'p1', name: 'paper.pdf' }),
  )
  expect(lastToast()?.text).toContain('组会')
  expect(screen.queryByRole('dialog')).toBeNull()
})
