import { type ReactNode, Suspense, useState } from 'react'
import type { OpenFile } from '../../chat/sources/file-panel.tsx'
import { type CitationTarget, useOpenCitedSource } from '../../chat/sources/sources.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const FilePanel = lazyPart(() => import('../../chat/sources/file-panel.tsx').then((m) => m.FilePanel))

/** A source that was read, with the passage to highlight. */
export interface SourceTarget extends Partial<Omit<CitationTarget, 'file_id'>> {
  file_id?: string | null | undefined
  /** The web address of a work that is not in the library. */
  url?: string | null
}

/** Opens a source that was read. */
export type OpenSource = (source: SourceTarget) => void

/** Opens a source: a paper, document or file at its quote, or the web page of a work that the library does not have. */
export function useOpenSource(): { open: OpenSource; panel: ReactNode } {
  const [file, setFile] = useState<OpenFile>()
  const openCited = useOpenCitedSource(setFile)
  const open: OpenSource = ({ url, file_id, ...target }) => {
    const { paper_id = null, document_id = null, page = null, quote = '', boxes = [] } = target
    if (url && !paper_id && !document_id && !file_id) return void window.open(url, '_blank', 'noopener')
    openCited({ ...target, paper_id, document_id, page, quote, boxes, ...(file_id && { file_id }) })
  }
  const panel = file && (
    <Suspense>
      <FilePanel file={file} onClose={() => setFile(undefined)} />
    </Suspense>
  )
  return { open, panel }
}
