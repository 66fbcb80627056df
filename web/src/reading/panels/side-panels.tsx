import type { ReactNode } from 'react'
import { RelatedList } from '../../paper/record/linked-papers.tsx'
import { handleTabKeys } from '../../ui/tab-keys.ts'
import { type ReadingSide, useReadingAddress } from '../state/reading-address.ts'
import type { ReadableText, ReadingTarget } from '../state/target.ts'
import type { useAnnotations } from '../state/use-annotations.ts'
import { ChatPanel } from './chat-panel.tsx'
import { FiguresPanel } from './figures-panel.tsx'
import { InsightPanel } from './insight-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import styles from './panels.module.css'
import { ReferencesPanel } from './references-panel.tsx'
import { TranslationPanel } from './translation-panel.tsx'
import { UnknownPaper } from './unknown-paper.tsx'

interface Props {
  target: ReadingTarget
  readable: ReadableText
  annotations: ReturnType<typeof useAnnotations>
}

const panelNames: Readonly<Record<ReadingSide, string>> = {
  insight: 'AI 解读',
  translation: '译文',
  notes: '笔记',
  figures: '图表',
  references: '参考文献',
  related: '相关',
  chat: '对话',
}

/** Renders the panels next to the text, one at a time, as tabs: insight, translation, notes, figures and so on. */
export function SidePanels(props: Props) {
  const { address, showPanel } = useReadingAddress()
  const notes = props.annotations.data?.total ?? 0
  const sides = Object.keys(panelNames) as ReadingSide[]
  return (
    <div className={styles.frame}>
      <div className={styles.tabs} role="tablist" aria-label="阅读助手" onKeyDown={handleTabKeys}>
        {sides.map((side) => (
          <button
            key={side}
            id={`side-${side}`}
            type="button"
            role="tab"
            aria-selected={side === address.side}
            aria-controls="side-panel"
            tabIndex={side === address.side ? 0 : -1}
            onClick={() => showPanel(side)}
          >
            {panelNames[side]}
            {side === 'notes' && notes > 0 && <span>{notes}</span>}
          </button>
        ))}
      </div>
      <section
        id="side-panel"
        className={styles.body}
        role="tabpanel"
        aria-labelledby={`side-${address.side}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel scrolls by the keyboard
        tabIndex={0}
        data-side={address.side}
      >
        <h2 className="sr-only">{panelNames[address.side]}</h2>
        {renderPanel(address.side, props)}
      </section>
    </div>
  )
}

function renderPanel(side: ReadingSide, { target, readable, annotations }: Props): ReactNode {
  const { paper } = readable
  switch (side) {
    case 'translation':
      return <TranslationPanel target={target} readable={readable} />
    case 'notes':
      return <NotesPanel target={target} annotations={annotations} mayShare={readable.document !== null} />
    case 'figures':
      return <FiguresPanel target={target} readable={readable} />
    case 'references':
      return <ReferencesPanel target={target} readable={readable} />
    case 'related':
      return paper ? <RelatedList paper={paper} /> : <UnknownPaper readable={readable} />
    case 'chat':
      return <ChatPanel target={target} readable={readable} />
    default:
      return <InsightPanel target={target} readable={readable} />
  }
}
