import { type FormEvent, useState } from 'react'
import fields from './field.module.css'

interface Props {
  label: string
  placeholder: string
  /** The text that is applied now; pass it as the `key` too where it can change from elsewhere. */
  value: string
  /** Maximum length of the text, in characters. */
  maxLength: number
  onSearch: (text: string) => void
  className?: string | undefined
}

/** Renders a field that searches on Enter; clearing it resets the search at once. */
export function SearchField({ label, placeholder, value, maxLength, onSearch, className }: Props) {
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
          maxLength={maxLength}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            // Also when it is cleared with the browser's own cross.
            if (target.value === '' && value !== '') onSearch('')
          }}
        />
      </form>
    </search>
  )
}
