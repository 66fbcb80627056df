import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 300

interface Props {
  label: string
  placeholder: string
  /** The keyword that is applied now. */
  value: string
  onChange: (value: string) => void
  className?: string | undefined
}

/** Renders a field that filters a list while the user types; the text is applied when typing pauses. */
export function KeywordField({ label, placeholder, value, onChange, className = '' }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The applied value may come back after more has been typed; only a change from elsewhere replaces the text.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (typed.trim() === sent.current) return
      sent.current = typed.trim()
      onChange(typed.trim())
    }, DEBOUNCE_MS)
  }
  return (
    <Input
      className={className}
      aria-label={label}
      placeholder={placeholder}
      allowClear
      maxLength={100}
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  )
}
