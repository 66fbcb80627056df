import { api } from '@scinav/contract'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { PaperPicker, type PickedPaper } from '../../paper/rows/paper-picker.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { EmptyView } from '../../ui/views/state-view.tsx'
import type { Readable } from '../state/target.ts'

/** The last role that may change documents: a member. */
const MEMBER = 3

/** Without a paper of the library there is nothing to compare with: offers to find the one that a file is. */
export function UnknownPaper({ readable: { document, title } }: { readable: Readable }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayChoose = document?.type === 'file' && document.my_role <= MEMBER
  return (
    <>
      <EmptyView
        title="尚未与本馆文献对应"
        note="选定对应的本馆文献后，这里会列出相关和施引文献"
        {...(mayChoose && { action: { name: '在本馆文献中查找这一篇', run: () => setIsOpen(true) } })}
      />
      {isOpen && document && (
        <PaperOfFileDialog
          document_id={document.id}
          title={plainText(document.record?.title || title)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface DialogProps {
  document_id: string
  title: string
  onClose: () => void
}

/** Chooses the paper of the library that a file is. */
function PaperOfFileDialog({ document_id, title, onClose }: DialogProps) {
  const [papers, setPapers] = useState<PickedPaper[]>([])
  const operate = useWrite(api.ingestion.operate, { refreshes: [api.reading.open, api.datasets.documents] })
  const bind = async () => {
    const [paper] = papers
    if (!paper) return
    const answer = await operate.mutateAsync({ document_id, operation: 'accept_paper', paper_id: paper.id })
    if (!answer.success) return toast(`没有对上：${answer.message}`, { tone: 'bad' })
    toast('已对上本馆文献')
    onClose()
  }
  return (
    <Panel title="在本馆文献中查找这一篇" width={560} onClose={onClose}>
      <PaperPicker label="对应的本馆文献" max={1} begin={title} papers={papers} onChange={setPapers} />
      <ActionButton
        name="就是这一篇"
        primary
        off={papers.length === 0}
        busy={operate.isPending}
        onPress={() => void bind()}
      />
    </Panel>
  )
}
