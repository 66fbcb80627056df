import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMedia } from '../ui/use-media.ts'
import styles from './search-box.module.css'
import { SuggestionList } from './suggestion-list.tsx'
import { useSearchField } from './use-search-field.ts'

interface Props {
  /** What is searched now. */
  value: string
  onSearch: (text: string) => void
  /** Where there is one, what is typed may be asked as a question instead. */
  onAsk?: ((question: string) => void) | undefined
  /** Stands below the field, inside the box. */
  children?: ReactNode
  large?: boolean
}

/** The field for a search, with suggestions: arrows choose, Enter searches, Tab fills in, Escape closes. */
export function SearchBox({ value, onSearch, onAsk, children, large = false }: Props) {
  const { text, suggestions, shows, at, setOpen, search, choose, type, submit, onKeyDown } = useSearchField(
    value,
    onSearch,
  )
  const isRoomy = useMedia('(min-width: 600px)')
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const empty = () => {
    type('')
    field.current?.focus()
  }
  return (
    <search className={styles.root} data-large={large} onBlur={(event) => isLeft(event) && setOpen(false)}>
      <form className={styles.box} onSubmit={submit}>
        <div className={styles.line}>
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label="检索词"
            aria-expanded={shows}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shows && at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={isRoomy ? '题名、关键词、作者、DOI，或检索式' : '题名、作者、DOI'}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={() => text === '' && setOpen(true)}
            onKeyDown={onKeyDown}
          />
          {text && (
            <button type="button" className={styles.clear} aria-label="清空" onClick={empty}>
              <Icon name="close" size={16} />
            </button>
          )}
          {onAsk && (
            <QuietButton onPress={() => (text.trim() === '' ? field.current?.focus() : onAsk(text.trim()))}>
              提问
            </QuietButton>
          )}
          <ActionButton name="检索" onPress={() => search(text)} primary />
        </div>
        {children}
      </form>
      <SuggestionList
        id={listId}
        open={shows}
        typed={text.trim()}
        suggestions={suggestions}
        at={at}
        onChoose={choose}
      />
    </search>
  )
}

/** Whether the focus goes somewhere outside. */
function isLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}
