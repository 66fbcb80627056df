import { api, type OutputOf } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './preferences.module.css'

export interface Chip {
  value: string
  name: string
  count?: number
}

interface Props {
  /** Accessible name of the group. */
  label: string
  chips: readonly Chip[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Renders chips that can be switched on and off. */
export function ChoiceChips({ label, chips, chosen, onChange }: Props) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no form
    <div className={styles.chips} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(chip.value)}
          onClick={() => toggle(chip.value)}
        >
          {chosen.includes(chip.value) && <Icon name="check" size={14} />}
          {chip.name}
          {chip.count !== undefined && <span className={styles.count}>{formatCount(chip.count)}</span>}
        </button>
      ))}
    </div>
  )
}

/** Debounce delay, in milliseconds. */
const DEBOUNCE_MS = 250

/** Renders a search field with debouncing. */
export function FindField({ label, onFind }: { label: string; onFind: (text: string) => void }) {
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onFind` is always the same action
  useEffect(() => {
    const timer = setTimeout(() => onFind(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={styles.find}>
      <input
        className={fields.field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}

/** Returns the discipline whose items are shown: the first chosen one until another is selected. */
export function useShownSubject(codes: readonly string[]) {
  const [shown, setShown] = useState<string>()
  const subject = shown && codes.includes(shown) ? shown : codes[0]
  return [subject, setShown] as const
}

interface SubjectTabsProps {
  codes: readonly string[]
  shown: string | undefined
  onShow: (code: string) => void
}

/** Renders the chosen disciplines as tabs; nothing when there are fewer than two. */
export function SubjectTabs({ codes, shown, onShow }: SubjectTabsProps) {
  const { data = [] } = useRead(api.preferences.disciplines, {})
  if (codes.length < 2) return null
  const all = [...data, ...data.flatMap(({ children }) => children)]
  return (
    <nav className={styles.classes} aria-label="已选的学科">
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          aria-current={code === shown ? 'true' : undefined}
          onClick={() => onShow(code)}
        >
          {all.find((one) => one.code === code)?.name ?? code}
        </button>
      ))}
    </nav>
  )
}

export type StoredPreferences = OutputOf<typeof api.preferences.preferences>

/** The preferences that recommendations are based on. */
export type Preferences = Pick<StoredPreferences, 'subject_codes' | 'keywords' | 'journals' | 'authors'>

/** Props of one step of the wizard. */
export interface StepProps {
  chosen: Preferences
  onChange: (to: Partial<Preferences>) => void
}
