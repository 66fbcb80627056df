import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { fill, press, showAt } from '../../testing/show.tsx'
import { StyledExport } from './styled-export.tsx'

afterEach(cleanup)

test('the panel keeps the choices of a failed export, and closes after one that was saved', async () => {
  fakeServer({
    'GET /api/citation/styles': () => ok({ styles: [{ id: 'apa', name: 'APA' }], formats: [] }),
  })
  const save = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const close = vi.fn()
  showAt('/', <StyledExport what="报告" save={save} onClose={close} />)
  await screen.findByRole('option', { name: 'APA' })
  await fill('引用格式', 'apa')
  await fill('文件类型', 'md')
  await press(/导出$/)
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(close).not.toHaveBeenCalled()
  await press(/导出$/)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(save.mock.calls).toEqual([
    ['md', 'apa'],
    ['md', 'apa'],
  ])
})
