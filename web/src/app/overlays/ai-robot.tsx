import { useState } from 'react'
import { useHomeState } from '../../api/specified.state.ts'
import { usePaperAddress } from '../../paper/use-paper-address.ts'
import { ChatPanel } from './chat-panel.tsx'

/** The call takes no more papers than this. */
const MOST_PAPERS = 50

/** A chat over any screen: about the paper that is open, or the papers that are listed. */
export function AiRobot({ onClose }: { onClose: () => void }) {
  const { paper } = usePaperAddress()
  const listed = useHomeState((state) => state.paperIdList)
  // What was on the screen when it opened: the papers do not change under a question.
  const [paper_id_list] = useState(() => (paper ? [paper] : listed.slice(0, MOST_PAPERS)))
  const count = paper_id_list.length
  const note = count === 0 ? '回答会注明出处' : `围绕屏幕上的 ${count} 篇文献回答，并注明出处`
  return (
    <ChatPanel
      title="AI 助手"
      application_id="screen_robot"
      paper_id_list={paper_id_list}
      note={note}
      onClose={onClose}
    />
  )
}
