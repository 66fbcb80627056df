import { api } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { ViewedFileRow } from '../../paper/file-record/viewed-file-row.tsx'
import { PaperRow } from '../../paper/rows/paper-row.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { PageHeader } from '../../ui/views/page-header.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { useReadingAddress } from '../state/reading-address.ts'
import styles from './list.module.css'

const readButton = (onRead: () => void) => (
  <QuietButton icon="book" onPress={onRead}>
    阅读
  </QuietButton>
)

/** Renders recently viewed papers and files while nothing is open. */
export function ReadingStart() {
  const { open } = useReadingAddress()
  const navigate = useNavigate()
  const views = useRead(api.papers.views, { page_num: 1, page_size: 20, files: true })
  return (
    <div className={styles.start}>
      <PageHeader
        title="阅读"
        note="选一篇看过的文献，或从知识库、检索结果里点「阅读」"
        actions={
          <QuietButton icon="folder" onPress={() => void navigate('/knowledgeBase')}>
            打开知识库
          </QuietButton>
        }
      />
      <ReadView
        of={views}
        what="看过的文献"
        isEmpty={({ list }) => list.length === 0}
        empty={{
          title: '还没有看过的文献',
          note: '检索到想读的文献，点「阅读」就会在这里打开',
          action: { name: '去检索文献', run: () => void navigate('/home') },
        }}
      >
        {({ list }) => (
          <>
            <h2 className="sr-only">看过的文献</h2>
            {list.map(({ paper, document }) => {
              if (paper) {
                const read = readButton(() => open({ paper_id: paper.id }))
                return <PaperRow key={paper.id} paper={paper} brief actions={read} />
              }
              if (!document) return null
              const read = readButton(() => open({ document_id: document.id }))
              return <ViewedFileRow key={document.id} document={document} actions={read} />
            })}
          </>
        )}
      </ReadView>
    </div>
  )
}
