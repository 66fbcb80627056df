import { ReferencesPanel } from '../cite/references-panel.tsx'
import { KeepPanel } from '../keep/keep-panel.tsx'
import { endPaperDeed, type PaperDeed } from '../paper-deeds.state.ts'
import { ComparePanel } from './compare-panel.tsx'
import { FullTextPanel } from './full-text-panel.tsx'

/** The dialog over papers that is open. */
export function PaperDeeds({ deed }: { deed: PaperDeed }) {
  const close = endPaperDeed
  switch (deed.kind) {
    case 'cite':
      return <ReferencesPanel of={{ paper_id_list: deed.ids }} begin="text" onClose={close} />
    case 'export':
      return <ReferencesPanel of={{ paper_id_list: deed.ids }} begin="ris" onClose={close} />
    case 'export-all':
      return <ReferencesPanel of={deed.result} begin="ris" onClose={close} />
    case 'keep':
      return <KeepPanel ids={deed.ids} onClose={close} />
    case 'move':
      return <KeepPanel ids={[deed.id]} from={deed.from} onClose={close} />
    case 'compare':
      return <ComparePanel ids={deed.ids} onClose={close} />
    case 'full-text':
      return <FullTextPanel id={deed.ids[0] ?? ''} onClose={close} />
  }
}
