import { useState } from 'react'
import { PaperPicker, type PickedPaper } from '../../paper/rows/paper-picker.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { MAX_TEXTS, useReadingAddress } from '../state/reading-address.ts'
import type { ReadingItem } from './use-reading-items.ts'

/** Renders the dialog that adds papers to the reading list. */
export function AddDialog({ items, onClose }: { items: readonly ReadingItem[]; onClose: () => void }) {
  const { add } = useReadingAddress()
  const [papers, setPapers] = useState<PickedPaper[]>([])
  const put = () => {
    add(papers.map(({ id }) => ({ paper_id: id })))
    onClose()
  }
  return (
    <Panel title="添加文献" width={560} onClose={onClose}>
      <PaperPicker
        label="一起阅读的文献"
        max={MAX_TEXTS - items.length}
        papers={papers}
        onChange={setPapers}
      />
      <ActionButton
        name={papers.length > 0 ? `添加这 ${papers.length} 篇` : '添加'}
        primary
        off={papers.length === 0}
        onPress={put}
      />
    </Panel>
  )
}
