import { type FormEvent, useState } from 'react'
import fields from './field.module.css'

interface Props {
  label: string
  placeholder: string
  /** What is looked for now; give it as the `key` too where it can change from elsewhere. */
  value: string
  /** The most signs it takes. */
  most: number
  onSearch: (text: string) => void
  className?: string | undefined
}

/** A field for words that are looked for by Enter; emptied, it looks for nothing at once. */
export function SearchField({ label, placeholder, value, most, onSearch, className }: Props) {
  const [text, setText] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search className={className}>
      <form onSubmit={submit}>
        <input
          type="search"
          className={fields.field}
          aria-label={label}
          placeholder={placeholder}
          maxLength={most}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            // Emptied with the browser's own cross: nothing is left to search for.
            if (target.value === '' && value !== '') onSearch('')
          }}
        />
      </form>
    </search>
  )
}
