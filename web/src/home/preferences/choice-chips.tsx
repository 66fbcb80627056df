import { count } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './preferences.module.css'

export interface Chip {
  value: string
  name: string
  count?: number
}

interface Props {
  /** Says what the chips are. */
  label: string
  chips: readonly Chip[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Chips to switch on and off. */
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
          {chip.count !== undefined && <span className={styles.count}>{count(chip.count)}</span>}
        </button>
      ))}
    </div>
  )
}
