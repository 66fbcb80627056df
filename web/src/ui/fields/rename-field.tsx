import { type FormEvent, useState } from 'react'
import fields from './field.module.css'

interface Props {
  label: string
  /** What it is called now. */
  name: string
  /** The most signs a name has. */
  most: number
  /** Gets the name as it was left, '' where Escape was pressed. */
  onDone: (name: string) => void
}

/** A name that is written over in its place: Enter and leaving the field end it. */
export function RenameField({ label, name, most, onDone }: Props) {
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(text.trim())
  }
  return (
    <form onSubmit={submit}>
      <input
        ref={(field) => field?.focus()}
        className={fields.field}
        aria-label={label}
        maxLength={most}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone('')}
        onBlur={() => onDone(text.trim())}
      />
    </form>
  )
}
