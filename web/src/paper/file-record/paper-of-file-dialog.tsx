import { useState } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { PlainPanel } from '../../ui/dialogs/plain-panel.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { plainText } from '../highlight/markup.ts'
import { PaperPicker, type PickedPaper } from '../rows/paper-picker.tsx'
import { type RecordedDocument, useRecordChange } from './record.ts'

interface PaperOfFileDialogProps {
  document: Pick<RecordedDocument, 'id' | 'title' | 'record'>
  onClose: () => void
}

/** Renders the dialog in which the user finds the library paper whose text a file is, and links the file to it. */
export function PaperOfFileDialog({ document: { id, title, record }, onClose }: PaperOfFileDialogProps) {
  const [papers, setPapers] = useState<PickedPaper[]>([])
  const change = useRecordChange()
  const linkPaper = async () => {
    const [paper] = papers
    if (!paper) return
    const input = { document_id: id, operation: 'accept_paper', paper_id: paper.id } as const
    const answer = await change.mutateAsync(input)
    if (!answer.success) return toast(`没有对上：${answer.message}`, { tone: 'bad' })
    toast('已对上本馆文献')
    onClose()
  }
  return (
    <PlainPanel title="在本馆文献中查找这一篇" width={560} onClose={onClose}>
      <PaperPicker
        label="对应的本馆文献"
        max={1}
        // The recognized title, else the displayed one, which may be the name of the file.
        initialText={plainText(record?.title || title)}
        papers={papers}
        onChange={setPapers}
      />
      <ActionButton
        name="就是这一篇"
        primary
        off={papers.length === 0}
        busy={change.isPending}
        onPress={() => void linkPaper()}
      />
    </PlainPanel>
  )
}
