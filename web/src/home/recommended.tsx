import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readOptions, useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { plainText } from '../paper/highlight/markup.ts'
import { useNavigablePapers } from '../paper/paper-navigation.state.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './home-screen.module.css'

/** Number of papers shown at a time. */
const BATCH_SIZE = 8

/** Returns the input that reads a batch of papers. */
const batchInput = (page_num: number) => ({ page_num, page_size: BATCH_SIZE })

/** Reads the first recommended papers. */
export const prefetchRecommended = (cache: QueryClient): Promise<void> =>
  cache.prefetchQuery(readOptions(api.papers.recommend, batchInput(1)))

/** Renders recommended papers, each with the reason; a dismissed one disappears, and the toast restores it. */
export function Recommended() {
  const [page_num, setPageNum] = useState(1)
  const { open } = usePanel()
  const papers = useRead(api.papers.recommend, batchInput(page_num), { keepPrevious: true })
  const dismiss = useDismissPaper()
  useNavigablePapers((papers.data?.list ?? []).map(({ id }) => id))
  return (
    <section aria-labelledby="recommended-title">
      <div className={styles.head}>
        <h2 id="recommended-title">推荐文献</h2>
        <QuietButton onPress={() => open('preferences')}>调整偏好</QuietButton>
      </div>
      <ReadView
        of={papers}
        what="推荐文献"
        isEmpty={({ list }) => list.length === 0 && page_num === 1}
        empty={{
          title: '还没有可推荐的文献',
          note: '选好研究方向，或者先看几篇文献，这里就会有推荐',
          action: { name: '选择研究方向', run: () => open('preferences') },
        }}
      >
        {({ list, total }) => (
          <>
            {list.map((paper) => (
              <PaperRow
                key={paper.id}
                paper={paper}
                brief
                note={paper.reason}
                actions={
                  <QuietButton
                    icon="hide"
                    label={`不感兴趣：${plainText(paper.title)}`}
                    onPress={() => void dismiss(paper.id)}
                  >
                    不感兴趣
                  </QuietButton>
                }
              />
            ))}
            {total > BATCH_SIZE && (
              <div className={styles.next}>
                <ActionButton
                  name="换一批"
                  onPress={() => setPageNum(page_num * BATCH_SIZE < total ? page_num + 1 : 1)}
                />
              </div>
            )}
          </>
        )}
      </ReadView>
    </section>
  )
}

/** Returns the function that removes a paper from the recommendations; the toast can restore it. */
function useDismissPaper() {
  const write = useWrite(api.papers.notInterested, { refreshes: [api.papers.recommend] })
  const setDismissed = async (paper_id: string, isDismissed: boolean) => {
    const answer = await write.mutateAsync({ paper_id, undo: !isDismissed })
    if (!answer.success) toast(`没有改动：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return async (paper_id: string) => {
    if (await setDismissed(paper_id, true))
      toast('不再推荐这一篇', { undo: () => void setDismissed(paper_id, false) })
  }
}
