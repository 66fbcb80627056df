import type { ReactNode } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import desk from '../bar/desk.module.css'
import { DeskBar } from '../bar/desk-bar.tsx'
import { FindBar, type FindState, useFindKeys } from '../bar/find-bar.tsx'
import { PageField } from '../bar/page-field.tsx'

interface Props {
  /** The page in view, from 1. */
  page: number
  /** Number of pages. */
  pages: number
  /** Called with the page to go to, from 1. */
  onPage: (page: number) => void
  /** The present zoom, in percent. */
  percent: number
  /** Zooms in (1) or out (−1) by a step, or fits the width (0). */
  onZoom: (by: 1 | -1 | 0) => void
  /** Switches between fitting a whole page and fitting the width. */
  onTogglePageFit: () => void
  find: FindState
  /** The state of the outline; absent for a file without one. */
  outline?: { shows: boolean; toggle: () => void }
  tools: ReactNode
}

/** Renders the toolbar of a PDF: page, zoom and search. */
export function PdfBar({
  page,
  pages,
  onPage,
  percent,
  onZoom,
  onTogglePageFit,
  find,
  outline,
  tools,
}: Props) {
  const finding = useFindKeys({ onZoom })
  return (
    <>
      <DeskBar tools={tools}>
        {outline && (
          <QuietButton icon="outline" label="目录" expanded={outline.shows} onPress={outline.toggle} />
        )}
        <QuietButton icon="search" label="查找" expanded={finding.open} onPress={finding.toggle} />
        <span className={desk.line} />
        <QuietButton icon="up" label="上一页" onPress={() => onPage(Math.max(1, page - 1))} />
        <PageField page={page} pages={pages} onPage={onPage} />
        <QuietButton icon="down" label="下一页" onPress={() => onPage(Math.min(pages, page + 1))} />
        <span className={desk.roomy}>
          <span className={desk.line} />
          <QuietButton icon="minus" label="缩小" onPress={() => onZoom(-1)} />
          <QuietButton label={`${percent}%，按页宽显示`} onPress={() => onZoom(0)}>
            {percent}%
          </QuietButton>
          <QuietButton icon="plus" label="放大" onPress={() => onZoom(1)} />
          <QuietButton icon="fit" label="整页或页宽" onPress={onTogglePageFit} />
        </span>
      </DeskBar>
      {finding.open && (
        <FindBar find={find} parts={pages} request={finding.request} onClose={finding.close} />
      )}
    </>
  )
}
