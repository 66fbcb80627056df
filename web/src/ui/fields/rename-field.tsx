import { type FormEvent, useState } from 'react'
import fields from './field.module.css'

interface Props {
  label: string
  /** The present name. */
  name: string
  /** Maximum length of the name, in characters. */
  maxLength: number
  /** Receives the new name; not called when the name is blank or unchanged, or Escape was pressed. */
  onRename: (name: string) => void
  /** Called when editing ends, before `onRename`; should unmount the field. */
  onClose: () => void
}

/** Renders a name that is edited in place. Enter or leaving the field accepts the text, Escape discards it. */
export function RenameField({ label, name, maxLength, onRename, onClose }: Props) {
  const [text, setText] = useState(name)
  const accept = () => {
    const next = text.trim()
    onClose()
    if (next !== '' && next !== name) onRename(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept()
  }
  return (
    <form onSubmit={submit}>
      <input
        ref={(field) => field?.focus()}
        className={fields.field}
        aria-label={label}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        onBlur={accept}
      />
    </form>
  )
}
