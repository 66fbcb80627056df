import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import styles from './applications.module.css'
import { useApplicationsAddress } from './applications.ts'

/** Renders the choice between all, recommended and saved applications, and categories. */
export function ViewChips() {
  const { address, go } = useApplicationsAddress()
  const categories = useRead(api.tools.categories, {})
  const mine = useRead(api.tools.mine, {})
  const { view, category_id } = address
  const all = view === '' && category_id === ''
  return (
    <fieldset className={styles.chips}>
      <legend className="sr-only">显示</legend>
      <Chip name="全部" pressed={all} onPress={() => go({ view: '', category_id: '' })} />
      <Chip
        name="推荐"
        pressed={view === 'recommended'}
        onPress={() => go({ view: 'recommended', category_id: '', keyword: '' })}
      />
      <Chip
        name="我的收藏"
        count={mine.data?.length}
        pressed={view === 'mine'}
        onPress={() => go({ view: 'mine', category_id: '', keyword: '' })}
      />
      {categories.data?.map(({ id, name, count }) => (
        <Chip
          key={id}
          name={name}
          count={count}
          pressed={view === '' && category_id === id}
          onPress={() => go({ view: '', category_id: id })}
        />
      ))}
    </fieldset>
  )
}

interface ChipProps {
  name: string
  count?: number | undefined
  pressed: boolean
  onPress: () => void
}

function Chip({ name, count, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {name}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  )
}
