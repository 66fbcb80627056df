import { SearchBox } from '../search/search-box.tsx'
import { useSearch } from '../search/use-search.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import styles from './hits/results.module.css'
import { ScopeSwitch } from './scope-switch.tsx'

/** The query, and what can be done with the whole search. */
export function ResultsTop() {
  const { search, change } = useSearch()
  const { open } = usePanel()
  return (
    <div className={styles.top}>
      <div className={styles.query}>
        <SearchBox value={search.q} onSearch={(q) => change({ q })} />
      </div>
      <ScopeSwitch />
      <QuietButton onPress={() => open('advanced')}>高级检索</QuietButton>
      <QuietButton onPress={() => open('syntax')} icon="question" label="检索式与快捷键" />
      <span className={styles.gap} />
      <QuietButton icon="bell" label="订阅此检索" onPress={() => open('follow')}>
        <span className={styles.wideOnly}>订阅此检索</span>
      </QuietButton>
    </div>
  )
}
