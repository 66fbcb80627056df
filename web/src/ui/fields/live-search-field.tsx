import fields from './field.module.css'

interface Props {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}

const MAX_CHARS = 200

/** Renders a search field that reports its text on every keystroke; the caller may debounce it. */
export const LiveSearchField = ({ label, placeholder, value, onChange }: Props) => (
  <input
    type="search"
    className={fields.field}
    aria-label={label}
    placeholder={placeholder}
    maxLength={MAX_CHARS}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)
