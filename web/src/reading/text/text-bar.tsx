import type { ReactNode } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import desk from '../bar/desk.module.css'
import { DeskBar } from '../bar/desk-bar.tsx'
import { FindBar, type FindState, useFindKeys } from '../bar/find-bar.tsx'
import { PageField } from '../bar/page-field.tsx'
import { showPage, useReading } from '../state/reading.state.ts'
import type { useTextLook } from './use-text-look.ts'

interface Props {
  look: ReturnType<typeof useTextLook>
  /** Number of pages; 1 for a text without pages. */
  pages: number
  outline: { shows: boolean; toggle: () => void }
  find: FindState
  /** Number of parts the text is loaded in. */
  parts: number
  tools: ReactNode
}

/** Renders the toolbar of the text view: page, text size and search. */
export function TextBar({
  look: { look, resize, widen, toggleSerif },
  pages,
  outline,
  find,
  parts,
  tools,
}: Props) {
  const page = useReading((state) => state.page)
  const finding = useFindKeys({ onZoom: resize })
  return (
    <>
      <DeskBar tools={tools}>
        <QuietButton icon="outline" label="目录" expanded={outline.shows} onPress={outline.toggle} />
        <QuietButton icon="search" label="查找" expanded={finding.open} onPress={finding.toggle} />
        {pages > 1 && <PageField page={page} pages={pages} onPage={showPage} />}
        <span className={desk.line} />
        <QuietButton label="A− 字小一点" onPress={() => resize(-1)}>
          A−
        </QuietButton>
        <QuietButton label="A+ 字大一点" onPress={() => resize(1)}>
          A+
        </QuietButton>
        <span className={desk.roomy}>
          <QuietButton icon="columns" label="行宽" onPress={widen} />
          <QuietButton label="衬线字体" pressed={look.serif} onPress={toggleSerif}>
            宋
          </QuietButton>
        </span>
      </DeskBar>
      {finding.open && (
        <FindBar find={find} parts={parts} request={finding.request} onClose={finding.close} />
      )}
    </>
  )
}
