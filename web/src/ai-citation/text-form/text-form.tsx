import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { formatCount } from '../../ui/figures.ts'
import styles from './text-form.module.css'

interface Props {
  /** Accessible name of the field. */
  label: string
  placeholder: string
  text: string
  /** In characters; what goes beyond is cut off the end and counted. */
  maxLength: number
  onText: (text: string) => void
  /** A file instead of typed text: which ones are accepted, in words and as extensions. */
  file: { note: string; accept: string; onFile: (file: File) => void }
  /** Further sources, choices and messages, between the file and the button. */
  children: ReactNode
  /** Shown at the left of the button: what is searched. */
  scope?: ReactNode
  /** The button that starts the work; off while the text is blank. */
  action: { name: string; busy?: boolean; off?: boolean }
  /** Called by the button and by Ctrl+Enter. The key does not respect `busy`, `off` or blank text: check them here. */
  onSubmit: () => void
}

/** Renders the input of a long text: pasted, typed or from a file, and the button that starts the work on it. */
export function TextForm({ label, placeholder, text, maxLength, onText, file, action, ...rest }: Props) {
  const [cutOff, setCutOff] = useState(0)
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    rest.onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <textarea
        className={styles.list}
        aria-label={label}
        value={text}
        rows={14}
        placeholder={placeholder}
        onChange={({ target }) => {
          setCutOff(Math.max(0, target.value.length - maxLength))
          onText(target.value.slice(0, maxLength))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <FileDrop
        note={file.note}
        accept={file.accept}
        multiple={false}
        onFiles={([chosen]) => chosen && file.onFile(chosen)}
      />
      {rest.children}
      <div className={styles.foot}>
        {rest.scope}
        <span className={styles.quiet}>
          {text.length > 0 && `${formatCount(text.length)} 字`}
          {text.length >= maxLength &&
            `，已到上限${cutOff > 0 ? `，末尾的 ${formatCount(cutOff)} 字没有放入` : ''}`}
        </span>
        <ActionButton
          name={action.name}
          primary
          busy={action.busy ?? false}
          off={(action.off ?? false) || text.trim() === ''}
          onPress={rest.onSubmit}
        />
      </div>
    </form>
  )
}
