import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 300

interface Props {
  label: string
  placeholder: string
  /** What is looked for now. */
  value: string
  onChange: (value: string) => void
  className?: string | undefined
}

/** A field that narrows a list while somebody types: what is typed counts when the typing pauses. */
export function KeywordField({ label, placeholder, value, onChange, className = '' }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // What was sent may come back after more has been typed; only a change from elsewhere replaces the text.
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
