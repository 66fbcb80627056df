import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { useMedia } from '../ui/use-media.ts'
import styles from './search-box.module.css'
import { SuggestionList } from './suggestion-list.tsx'
import { useSearchField } from './use-search-field.ts'

/** The texts of a field: `long` and `short` are its placeholders with and without room. */
interface FieldTexts {
  label: string
  action: string
  long: string
  short: string
}

/**
 * The texts by purpose: a search, a question to answer, a question for deep research, or a text that needs references.
 */
const TEXTS = {
  search: {
    label: '检索词',
    action: '检索',
    long: '题名、关键词、作者、DOI，或检索式',
    short: '题名、作者、DOI',
  },
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
} as const satisfies Record<string, FieldTexts>

/** The state of the search field and its actions. */
type SearchField = ReturnType<typeof useSearchField>

interface Props {
  /** The text shown at first, and whenever it changes: the present query. */
  value: string
  /** Called with the trimmed text. Only a search may be empty; an empty field is focused for any other purpose. */
  onSubmit: (text: string) => void
  /** What the text is for; a search when absent. Only a search has suggestions. */
  purpose?: keyof typeof TEXTS
  /** Shown below the field, inside the box. */
  children?: ReactNode
  /** Whether the field is as high as on the home screen. */
  large?: boolean
}

/**
 * Renders the field for a search, with suggestions (arrows select, Enter searches, Tab completes, Escape closes), or
 * for a question or a text. Enter takes the selected suggestion, which the button, next to the typed text, does not.
 */
export function SearchBox({ value, onSubmit, children, large = false, purpose = 'search' }: Props) {
  const isSearch = purpose === 'search'
  const input = useRef<HTMLInputElement>(null)
  const submitOrFocus = (text: string) => (text === '' && !isSearch ? input.current?.focus() : onSubmit(text))
  const field = useSearchField(value, submitOrFocus, isSearch)
  const texts = TEXTS[purpose]
  const isWide = useMedia('(min-width: 600px)')
  const listId = useId()
  const clear = () => {
    field.type('')
    input.current?.focus()
  }
  return (
    <search
      className={styles.root}
      data-large={large}
      onBlur={(event) => isLeaving(event) && field.setOpen(false)}
    >
      <form className={styles.box} onSubmit={field.submit}>
        <div className={styles.line}>
          <Icon name="search" />
          <input
            ref={input}
            type="text"
            aria-label={texts.label}
            {...(isSearch && comboboxProps(listId, field))}
            autoComplete="off"
            spellCheck={false}
            placeholder={isWide ? texts.long : texts.short}
            value={field.text}
            onChange={(event) => field.type(event.target.value)}
            onFocus={() => field.text === '' && field.setOpen(true)}
            onKeyDown={field.onKeyDown}
          />
          {field.text && (
            <button type="button" className={styles.clear} aria-label="清空" onClick={clear}>
              <Icon name="close" size={16} />
            </button>
          )}
          <ActionButton name={texts.action} onPress={() => field.search(field.text)} primary />
        </div>
        {children}
      </form>
      <SuggestionList
        id={listId}
        open={field.isListShown}
        typed={field.text.trim()}
        suggestions={field.suggestions}
        selectedIndex={field.selectedIndex}
        onChoose={field.choose}
      />
    </search>
  )
}

/** Returns the ARIA attributes of an input with a list of suggestions, of which one is selected; index −1 is none. */
const comboboxProps = (
  listId: string,
  { isListShown, selectedIndex }: Pick<SearchField, 'isListShown' | 'selectedIndex'>,
) => ({
  role: 'combobox',
  'aria-expanded': isListShown,
  'aria-controls': listId,
  'aria-autocomplete': 'list' as const,
  'aria-activedescendant': isListShown && selectedIndex >= 0 ? `${listId}-${selectedIndex}` : undefined,
})

/** Whether the focus moves out of the element. */
function isLeaving({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}
