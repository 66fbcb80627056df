import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { allowClear } from './allow-clear.tsx'

/** Pause in typing after which the text is applied, in milliseconds. */
const DEBOUNCE_MS = 300

/** The longest keyword that the server accepts for its lists, in characters. */
const MAX_KEYWORD_CHARS = 100

interface Props {
  label: string
  placeholder: string
  /** The keyword that is applied now. */
  value: string
  /** Called with the trimmed text when typing pauses and the text has changed. */
  onChange: (value: string) => void
  className?: string | undefined
}

/** Renders a field that filters a list while the user types; the text is applied when typing pauses. */
export function KeywordField({ label, placeholder, value, onChange, className = '' }: Props) {
  const [text, setText] = useState(value)
  /** The keyword that was last passed to `onChange` or received from it. */
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The applied value may come back after more has been typed; only a change from elsewhere replaces the text.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  const handleTyping = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const keyword = typed.trim()
      if (keyword === sent.current) return
      sent.current = keyword
      onChange(keyword)
    }, DEBOUNCE_MS)
  }
  return (
    <Input
      className={className}
      aria-label={label}
      placeholder={placeholder}
      allowClear={allowClear}
      maxLength={MAX_KEYWORD_CHARS}
      value={text}
      onChange={({ target }) => handleTyping(target.value)}
    />
  )
}
