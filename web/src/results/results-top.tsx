import { SearchBox } from '../search/search-box.tsx'
import { useSearch, useSearchScope } from '../search/use-search.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import styles from './hits/results.module.css'

/**
 * Renders the search field with the current query, the switch of scope, and the buttons that open the dialogs: advanced
 * search, syntax and shortcuts, subscription.
 */
export function ResultsTop() {
  const { search, change } = useSearch()
  const { open } = usePanel()
  return (
    <div className={styles.top}>
      <div className={styles.query}>
        <SearchBox value={search.q} onSubmit={(q) => change({ q })} />
      </div>
      <ScopeSwitch />
      <QuietButton onPress={() => open('advanced')}>高级检索</QuietButton>
      <QuietButton onPress={() => open('syntax')} icon="question" label="检索式与快捷键" />
      <span className={styles.gap} />
      {/* In a narrow window only the bell is shown; the label still names it. */}
      <QuietButton icon="bell" label="订阅此检索" onPress={() => open('follow')}>
        <span className={styles.wideOnly}>订阅此检索</span>
      </QuietButton>
    </div>
  )
}

const scopeOptions = [
  { everywhere: false, name: '本馆文献', tooltip: '只在本馆文献里检索' },
  { everywhere: true, name: '全网检索', tooltip: '同时询问 OpenAlex、Crossref、arXiv 等站外检索来源' },
]

/** Renders the switch between 本馆文献 (only the library) and 全网检索 (the library and outside engines, merged). */
function ScopeSwitch() {
  const { everywhere, setEverywhere } = useSearchScope()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these are two toggle buttons
    <div className={styles.switch} role="group" aria-label="检索范围">
      {scopeOptions.map((option) => (
        <button
          key={option.name}
          type="button"
          title={option.tooltip}
          aria-pressed={everywhere === option.everywhere}
          onClick={() => setEverywhere(option.everywhere)}
        >
          {option.name}
        </button>
      ))}
    </div>
  )
}
