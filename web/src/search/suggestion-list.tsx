import { plainText } from '../paper/highlight/markup.ts'
import { formatCount } from '../ui/figures.ts'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import styles from './search-box.module.css'
import type { Suggestion } from './use-search-field.ts'

interface Props {
  /** The element id, to which the field refers. */
  id: string
  open: boolean
  /** The typed text, emphasized where a suggestion contains it. */
  typed: string
  suggestions: Suggestion[]
  /** Index of the selected one; -1 for none. */
  selectedIndex: number
  /** Called when a suggestion is pressed. */
  onChoose: (suggestion: Suggestion) => void
}

/** Name and icon of the kinds of suggestions. */
const suggestionGroups: Readonly<Record<Suggestion['type'], { name: string; icon: IconName }>> = {
  history: { name: '检索过', icon: 'history' },
  keyword: { name: '检索词', icon: 'search' },
  title: { name: '文献', icon: 'file' },
  author: { name: '作者', icon: 'user' },
  journal: { name: '期刊', icon: 'book' },
}

/** Renders suggestions by kind. The field keeps the focus; the selected suggestion is marked. */
export function SuggestionList({ id, open, typed, suggestions, selectedIndex, onChoose }: Props) {
  return (
    <div id={id} className={styles.list} role="listbox" aria-label="检索建议" hidden={!open}>
      {suggestions.map((suggestion, index) => {
        const { name, icon } = suggestionGroups[suggestion.type]
        const isFirst = suggestions[index - 1]?.type !== suggestion.type
        return (
          <div key={`${suggestion.type} ${suggestion.paper_id ?? suggestion.text}`} role="presentation">
            {isFirst && (
              <div className={styles.group} aria-hidden="true">
                {name}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles every key */}
            <div
              id={`${id}-${index}`}
              className={styles.option}
              role="option"
              tabIndex={-1}
              aria-selected={index === selectedIndex}
              // Otherwise the field would lose the focus, which closes the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(suggestion)}
            >
              <Icon name={icon} size={16} />
              <span className="sr-only">{name}：</span>
              <span className={styles.words}>
                <EmphasizedText text={plainText(suggestion.text)} typed={typed} />
              </span>
              <SuggestionInfo suggestion={suggestion} />
            </div>
          </div>
        )
      })}
      <div className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 选择
        </span>
        <span>
          <kbd>Enter</kbd> 检索
        </span>
        <span>
          <kbd>Tab</kbd> 填入
        </span>
        <span>
          <kbd>Esc</kbd> 关闭
        </span>
      </div>
    </div>
  )
}

/** Renders the authors and year of a suggested paper, or the number of papers of any other suggestion. */
function SuggestionInfo({
  suggestion: { paper_id, authors, year, count: papers },
}: {
  suggestion: Suggestion
}) {
  if (paper_id) {
    const [first = ''] = authors
    const parts = [authors.length > 1 ? `${first} 等` : first, year]
    return (
      <span className={styles.about} data-long="true">
        {parts.filter(Boolean).join(' · ')}
      </span>
    )
  }
  return papers !== null && <span className={styles.about}>{formatCount(papers)} 篇</span>
}

/** Renders a text with the first occurrence of the typed text in bold. */
function EmphasizedText({ text, typed }: { text: string; typed: string }) {
  const start = typed ? text.toLowerCase().indexOf(typed.toLowerCase()) : -1
  if (start < 0) return text
  const end = start + typed.length
  return (
    <>
      {text.slice(0, start)}
      <b>{text.slice(start, end)}</b>
      {text.slice(end)}
    </>
  )
}
