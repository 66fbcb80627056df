import { ReferencesPanel } from '../cite/references-panel.tsx'
import { KeepPanel } from '../keep/keep-panel.tsx'
import { closePaperAction, type PaperAction } from '../paper-action.state.ts'
import { ComparePanel } from './compare-panel.tsx'
import { FullTextPanel } from './full-text-panel.tsx'

/** Renders the open dialog of a paper action. */
export function PaperDialogs({ action }: { action: PaperAction }) {
  const close = closePaperAction
  switch (action.kind) {
    case 'cite':
      return <ReferencesPanel source={{ paper_id_list: action.ids }} initialFormat="text" onClose={close} />
    case 'export':
      return <ReferencesPanel source={{ paper_id_list: action.ids }} initialFormat="ris" onClose={close} />
    case 'export-all':
      return <ReferencesPanel source={action.result} initialFormat="ris" onClose={close} />
    case 'documents':
      return (
        <ReferencesPanel
          source={{ document_ids: action.ids }}
          initialFormat={action.format}
          onClose={close}
        />
      )
    case 'keep':
      return <KeepPanel ids={action.ids} onClose={close} />
    case 'move':
      return <KeepPanel ids={[action.id]} from={action.from} onClose={close} />
    case 'compare':
      return <ComparePanel ids={action.ids} onClose={close} />
    case 'full-text':
      return <FullTextPanel id={action.ids[0] ?? ''} onClose={close} />
  }
}
