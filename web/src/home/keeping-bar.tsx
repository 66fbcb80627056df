import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toast.state.ts'
import type { CombinedHit } from './combined.ts'
import styles from './selection-bar.module.css'
import { useKeeping } from './use-keeping.ts'

/** As many as one call takes. */
const MOST = 100

interface Props {
  page: readonly CombinedHit[]
  chosen: readonly string[]
  onChoose: (keys: readonly string[]) => void
}

/** What can be done with the chosen hits: they are taken into the library, then put into lists. */
export function KeepingBar({ page, chosen, onChoose }: Props) {
  const { keep, busy } = useKeeping()
  if (chosen.length === 0) return null
  const keys = page.map(({ key }) => key)
  const here = keys.filter((key) => chosen.includes(key)).length
  const others = chosen.filter((key) => !keys.includes(key))
  const run = async () => {
    if (chosen.length > MOST) return toast(`一次最多收入 ${MOST} 篇`, { tone: 'bad' })
    if (await keep(chosen.map((key) => ({ key })))) onChoose([])
  }
  return (
    <section className={styles.bar} aria-label="选中的文献">
      <input
        type="checkbox"
        className={styles.check}
        aria-label="选中本页全部"
        checked={here > 0 && here === keys.length}
        ref={(box) => {
          if (box) box.indeterminate = here < keys.length
        }}
        onChange={({ target }) => onChoose(target.checked ? [...others, ...keys] : others)}
      />
      <span className={styles.count}>已选 {chosen.length} 篇</span>
      <button
        type="button"
        className={styles.deed}
        aria-label="收入文献库并加入清单"
        aria-disabled={busy}
        onClick={() => !busy && void run()}
      >
        <Icon name="bookmark" />
        {busy ? '正在收入…' : '收入并加入清单'}
      </button>
      <button type="button" className={styles.close} aria-label="取消选择" onClick={() => onChoose([])}>
        <Icon name="close" />
      </button>
    </section>
  )
}
