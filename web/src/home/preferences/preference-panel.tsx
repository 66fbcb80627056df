import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { PreferenceWizard } from './preference-wizard.tsx'

/** Renders the preferences that recommendations are based on. */
export function PreferencePanel({ onClose }: { onClose: () => void }) {
  const preferences = useRead(api.preferences.preferences, {})
  return (
    <Panel title="研究方向" width={720} fit onClose={onClose}>
      <ReadView of={preferences} what="研究方向">
        {(stored) => <PreferenceWizard stored={stored} onDone={onClose} />}
      </ReadView>
    </Panel>
  )
}
