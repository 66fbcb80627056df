import { Suspense, useState } from 'react'
import { usePaperAddress } from '../../paper/addresses.ts'
import { citeDocuments, citePapers } from '../../paper/paper-action.state.ts'
import { StatusMark } from '../../paper/rows/status-mark.tsx'
import quiet from '../../ui/buttons/buttons.module.css'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMedia } from '../../ui/use-media.ts'
import styles from '../bar/desk.module.css'
import { useReading } from '../state/reading.state.ts'
import type { ReadingView } from '../state/reading-address.ts'
import { fileAddress, type ReadableText, type ReadingTarget } from '../state/target.ts'

const RecordPanel = lazyPart(() =>
  import('../../paper/file-record/record-panel.tsx').then((m) => m.RecordPanel),
)

interface Props {
  target: ReadingTarget
  readable: ReadableText
  /** The view shown; undefined when the text cannot be read. */
  view: ReadingView | undefined
  /** Switches to the other view; absent when there is only one. */
  onView?: (view: ReadingView) => void
}

/** Renders the actions on the whole text. */
export function DeskTools({ target, readable, view, onView }: Props) {
  const isWide = useMedia('(min-width: 1280px)')
  const isPhone = useMedia('(max-width: 767px)')
  const { has_file, title } = readable
  const other = view === 'text' ? 'pages' : 'text'
  return (
    <>
      {!isWide && !isPhone && (
        <QuietButton icon="list" label="清单" onPress={() => useReading.setState({ pane: 'list' })} />
      )}
      {onView && (
        <QuietButton icon={other === 'text' ? 'rows' : 'file'} onPress={() => onView(other)}>
          {other === 'text' ? '文本' : '原版'}
        </QuietButton>
      )}
      <RecordTools readable={readable} />
      {has_file && (
        <a className={quiet.quiet} href={fileAddress(target)} download={title} aria-label="下载原文件">
          <Icon name="download" size={16} />
        </a>
      )}
    </>
  )
}

/** Renders the record of a library paper or of one's own file, and its reference. */
function RecordTools({ readable }: { readable: ReadableText }) {
  // Between list and panel, labels fit only on large windows.
  const isWide = useMedia('(min-width: 1600px)')
  const { paper, document, has_file } = readable
  const { open } = usePaperAddress()
  const [isOpen, setIsOpen] = useState(false)
  if (!paper && !document) return null
  const cite = () => {
    if (paper) citePapers([paper.id])
    else if (document) citeDocuments([document.id], 'text')
  }
  return (
    <>
      {paper && <StatusMark status={paper.status} status_notice={paper.status_notice} />}
      <QuietButton
        icon="info"
        {...(!isWide && { label: '题录' })}
        onPress={() => (paper ? open(paper.id) : setIsOpen(true))}
      >
        {isWide && '题录'}
      </QuietButton>
      <span className={has_file ? styles.roomy : undefined}>
        <QuietButton icon="quote" {...(!isWide && { label: '引用' })} onPress={cite}>
          {isWide && '引用'}
        </QuietButton>
      </span>
      {isOpen && document && (
        <Suspense>
          <RecordPanel document={document} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
