import { type FormEvent, useState } from 'react'
import fields from './field.module.css'

interface Props {
  label: string
  /** The present name. */
  name: string
  /** Maximum number of characters of a name. */
  most: number
  /** Receives the final name, or '' when Escape was pressed. */
  onDone: (name: string) => void
}

/** Renders a name that is edited in place; Enter and leaving the field finish. */
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
