import type { api, OutputOf } from '@scinav/contract'

export type StoredPreferences = OutputOf<typeof api.preferences.preferences>

/** What recommendations are made from. */
export type Preferences = Pick<StoredPreferences, 'subject_codes' | 'keywords' | 'journals' | 'authors'>

/** What one step of the wizard shows and changes. */
export interface StepProps {
  chosen: Preferences
  onChange: (to: Partial<Preferences>) => void
}
