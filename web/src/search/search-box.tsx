import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { useMedia } from '../ui/use-media.ts'
import styles from './search-box.module.css'
import { SuggestionList } from './suggestion-list.tsx'
import { useSearchField } from './use-search-field.ts'

interface Props {
  /** The present query. */
  value: string
  onSearch: (text: string) => void
  /** When present, the text is a question, for which nothing is suggested. */
  onAsk?: ((question: string) => void) | undefined
  /** The purpose of the text: a question to answer, a deep-research question, or a text that needs references. */
  purpose?: keyof typeof PURPOSES
  /** Shown below the field, inside the box. */
  children?: ReactNode
  large?: boolean
}

/**
 * Renders the field for a search, with suggestions (arrows select, Enter searches, Tab completes, Escape closes), or
 * for a question.
 */
export function SearchBox({ value, onSearch, onAsk, children, large = false, purpose = 'ask' }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const askOrFocus = (question: string) => (question === '' ? field.current?.focus() : onAsk?.(question))
  const { text, suggestions, shows, at, setOpen, search, choose, type, submit, onKeyDown } = useSearchField(
    value,
    onAsk ? askOrFocus : onSearch,
    onAsk === undefined,
  )
  const words = onAsk ? PURPOSES[purpose] : SEARCH
  const isRoomy = useMedia('(min-width: 600px)')
  const listId = useId()
  const clear = () => {
    type('')
    field.current?.focus()
  }
  return (
    <search
      className={styles.root}
      data-large={large}
      onBlur={(event) => leavesElement(event) && setOpen(false)}
    >
      <form className={styles.box} onSubmit={submit}>
        <div className={styles.line}>
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            aria-label={words.label}
            {...(!onAsk && {
              role: 'combobox',
              'aria-expanded': shows,
              'aria-controls': listId,
              'aria-autocomplete': 'list' as const,
              'aria-activedescendant': shows && at >= 0 ? `${listId}-${at}` : undefined,
            })}
            autoComplete="off"
            spellCheck={false}
            placeholder={isRoomy ? words.long : words.short}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={() => text === '' && setOpen(true)}
            onKeyDown={onKeyDown}
          />
          {text && (
            <button type="button" className={styles.clear} aria-label="清空" onClick={clear}>
              <Icon name="close" size={16} />
            </button>
          )}
          <ActionButton name={words.action} onPress={() => search(text)} primary />
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

const SEARCH = {
  label: '检索词',
  action: '检索',
  long: '题名、关键词、作者、DOI，或检索式',
  short: '题名、作者、DOI',
}
const PURPOSES = {
  ask: { label: '问题', action: '提问', long: '用一句话提问，回答会注明出处', short: '用一句话提问' },
  research: {
    label: '要研究的问题',
    action: '研究',
    long: '写下要研究的问题，先拟计划，再成一份有出处的报告',
    short: '写下要研究的问题',
  },
  cite: {
    label: '要配引文的文字',
    action: '配引文',
    long: '粘贴一段文字，给需要出处的句子找文献；整篇文稿到 AI 引文上传',
    short: '粘贴一段文字',
  },
} as const

/** Whether the focus moves outside the element. */
function leavesElement({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}
