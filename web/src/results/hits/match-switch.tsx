import { useSearch } from '../../search/use-search.ts'
import styles from './results.module.css'

/** Where the switch stands above the hits; in a narrower window it stands with the facets. */
export const ROOMY = '(min-width: 768px)'

/** 精确: words as written. 模糊: their forms, spellings and translations too. */
export function MatchSwitch() {
  const { search, change } = useSearch()
  const choices = [
    { exact: true, name: '精确', note: '只找与输入完全一致的词' },
    { exact: false, name: '模糊', note: '同时找词形变化和中英对应的词' },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of a switch are no form
    <div className={styles.switch} role="group" aria-label="匹配方式">
      {choices.map(({ exact, name, note }) => (
        <button
          key={name}
          type="button"
          title={note}
          aria-pressed={search.exact === exact}
          onClick={() => change({ exact })}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
