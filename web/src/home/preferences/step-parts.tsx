// What the steps of the preferences wizard share: chips to choose from, a search field, and tabs of disciplines.
import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './preferences.module.css'

/** A value that can be chosen. */
interface Chip {
  value: string
  name: string
  /** Number of its papers; absent where it is unknown. */
  count?: number
}

interface ChoiceChipsProps {
  /** Accessible name of the group. */
  label: string
  chips: readonly Chip[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Renders chips that can be switched on and off. */
export function ChoiceChips({ label, chips, chosen, onChange }: ChoiceChipsProps) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
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

/** Pause in typing after which the text is reported, in milliseconds. */
const DEBOUNCE_MS = 250
/** Maximum length of the text that the calls accept, in characters. */
const MAX_QUERY_CHARS = 100

interface FindFieldProps {
  label: string
  /**
   * Receives the trimmed text when typing pauses, and `''` shortly after mounting. Must always be the same function.
   */
  onFind: (text: string) => void
}

/** Renders a field that searches while the user types. */
export function FindField({ label, onFind }: FindFieldProps) {
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
        maxLength={MAX_QUERY_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}

/**
 * Returns the discipline whose items are shown, and its setter: the first of the chosen `codes` until another is
 * selected; undefined when none is chosen.
 */
export function useShownDiscipline(codes: readonly string[]) {
  const [shown, setShown] = useState<string>()
  const discipline = shown && codes.includes(shown) ? shown : codes[0]
  return [discipline, setShown] as const
}

interface DisciplineTabsProps {
  /** The chosen disciplines. */
  codes: readonly string[]
  /** The one whose items are shown. */
  shown: string | undefined
  onShow: (code: string) => void
}

/** Renders the chosen disciplines as tabs; nothing when there are fewer than two. */
export function DisciplineTabs({ codes, shown, onShow }: DisciplineTabsProps) {
  const { data: broadFields = [] } = useRead(api.preferences.disciplines, {})
  if (codes.length < 2) return null
  const disciplines = [...broadFields, ...broadFields.flatMap(({ children }) => children)]
  return (
    <nav className={styles.classes} aria-label="已选的学科">
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          aria-current={code === shown ? 'true' : undefined}
          onClick={() => onShow(code)}
        >
          {disciplines.find((discipline) => discipline.code === code)?.name ?? code}
        </button>
      ))}
    </nav>
  )
}
