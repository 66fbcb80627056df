import { useScope } from '../search/use-scope.ts'
import styles from './hits/results.module.css'

const choices = [
  { everywhere: false, name: '本馆', note: '只在本地文献库里检索' },
  { everywhere: true, name: '全网检索', note: '同时询问 OpenAlex、Crossref、arXiv 等外部检索源' },
]

/** 本馆: the library alone. 全网检索: the library and the outside engines, as one list. */
export function ScopeSwitch() {
  const { everywhere, setEverywhere } = useScope()
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of a switch are no form
    <div className={styles.switch} role="group" aria-label="检索范围">
      {choices.map((choice) => (
        <button
          key={choice.name}
          type="button"
          title={choice.note}
          aria-pressed={everywhere === choice.everywhere}
          onClick={() => setEverywhere(choice.everywhere)}
        >
          {choice.name}
        </button>
      ))}
    </div>
  )
}
