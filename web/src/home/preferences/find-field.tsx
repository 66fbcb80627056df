import { useEffect, useState } from 'react'
import fields from '../../ui/fields/field.module.css'
import styles from './preferences.module.css'

/** How long a person pauses between letters, in milliseconds. */
const PAUSE = 250

/** A field that looks for what is typed, a moment after the last letter. */
export function FindField({ label, onFind }: { label: string; onFind: (text: string) => void }) {
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onFind` is always the same action
  useEffect(() => {
    const timer = setTimeout(() => onFind(text.trim()), PAUSE)
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
