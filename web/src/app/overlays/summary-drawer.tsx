import { SUMMARY_QUESTION } from '@scinav/contract'
import { useState } from 'react'
import { usePaperAddress } from '../../paper/use-paper-address.ts'
import { ChatPanel } from './chat-panel.tsx'

/** What the open paper is about, said with its own sentences; further questions can follow. */
export function SummaryDrawer({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const [paper_id_list] = useState(() => (paper ? [paper] : []))
  return (
    <ChatPanel
      title="AI 解读"
      application_id="paper_reading"
      paper_id_list={paper_id_list}
      question={SUMMARY_QUESTION}
      note="每一句都注明出处"
      onClose={onClose}
    />
  )
}
