import { useState } from 'react'
import { usePaperAddress } from '../ui/paper/use-paper-address.ts'
import { ChatPanel } from './chat-panel.tsx'

/** Asks for nothing but the paper itself: without a model its own sentences are the answer. */
const QUESTION = '请概括这篇文献的问题、方法、主要结论和意义。'

/** What the open paper is about, said with its own sentences; further questions can follow. */
export function SummaryDrawer({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const [paper_id_list] = useState(() => (paper ? [paper] : []))
  return (
    <ChatPanel
      title="AI 解读"
      application_id="paper_reading"
      paper_id_list={paper_id_list}
      question={QUESTION}
      note="每一句都注明出处"
      onClose={onClose}
    />
  )
}
