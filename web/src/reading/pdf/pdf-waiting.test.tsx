import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { readableOf } from '../../testing/reading.ts'
import type { ReadableText } from '../state/target.ts'
import { PdfView } from './pdf-view.tsx'

/** What the document and its page would tell, told by the tests. */
const stream = vi.hoisted(() => ({
  progress: (_: { loaded: number; total: number }) => {},
  open: (_: object) => {},
  draw: () => {},
}))

/** What has been closed, in order. */
const closed = vi.hoisted((): string[] => [])

vi.mock('../../documents/pdf/pdf-options.ts', () => ({
  PDF_OPTIONS: {},
  PIXEL_RATIO: 1,
  takeWorker: () => ({ destroy: () => closed.push('worker') }),
}))
vi.mock('react-pdf', async () => {
  const { useState } = await import('react')
  interface DocumentProps {
    loading: ReactNode
    children: ReactNode
    onLoadProgress: typeof stream.progress
    onLoadSuccess: typeof stream.open
  }
  return {
    Document: ({ loading, children, onLoadProgress, onLoadSuccess }: DocumentProps) => {
      const [isOpen, setOpen] = useState(false)
      stream.progress = onLoadProgress
      stream.open = (pdf) => {
        onLoadSuccess(pdf)
        setOpen(true)
      }
      return isOpen ? children : loading
    },
    Page: ({ onRenderSuccess }: { onRenderSuccess: () => void }) => {
      useEffect(() => {
        stream.draw = onRenderSuccess
      })
      return null
    },
  }
})

afterEach(cleanup)

const MB = 1024 * 1024

test('a file that comes slowly shows an empty page and how much has come, until the page is drawn', async () => {
  const pages = [{ width: 400, height: 500 }]
  render(
    <PdfView
      address="/file.pdf"
      readable={readableOf({ pages }) as ReadableText}
      annotations={[]}
      start={{ page: 1, down: 0 }}
      onPosition={() => {}}
      tools={null}
    />,
  )
  const note = await screen.findByText('正在打开')
  expect(note.closest('[style]')?.getAttribute('style')).toContain('400 / 500')
  act(() => stream.progress({ loaded: 2 * MB, total: 8 * MB }))
  expect(screen.getByText('正在打开 2.0 MB / 8.0 MB')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  // No length was sent: nothing is claimed of how much there is.
  act(() => stream.progress({ loaded: 2 * MB, total: 0 }))
  expect(screen.queryByRole('progressbar')).toBeNull()

  const loadingTask = { destroy: async () => void closed.push('document') }
  act(() => stream.open({ numPages: 1, loadingTask }))
  expect(await screen.findByText('正在打开第 1 页')).toBeTruthy()
  act(() => stream.draw())
  expect(screen.queryByText('正在打开第 1 页')).toBeNull()

  // The worker ends after the document, which takes its fonts away with it.
  cleanup()
  await vi.waitFor(() => expect(closed).toEqual(['document', 'worker']))
})
