import { useSearchParams } from 'react-router'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import styles from './history.module.css'
import { type HistoryKind, type HistoryQuery, useHistoryRemoval } from './history.ts'
import { PaperHistory } from './paper-history.tsx'
import { SearchHistory } from './search-history.tsx'

const kinds: { kind: HistoryKind; name: string }[] = [
  { kind: 'searches', name: '检索过' },
  { kind: 'papers', name: '看过的文献' },
]

/** Renders the user's searches and viewed papers by day. */
export function HistoryScreen() {
  const [params, setParams] = useSearchParams()
  const place: HistoryQuery = {
    kind: params.get('kind') === 'papers' ? 'papers' : 'searches',
    keyword: params.get('keyword') ?? '',
    page: Math.min(Math.max(Number.parseInt(params.get('page') ?? '', 10) || 1, 1), 200),
  }
  const go = ({ kind, keyword, page }: HistoryQuery) =>
    setParams({
      ...(kind === 'papers' && { kind }),
      ...(keyword && { keyword }),
      ...(page > 1 && { page: String(page) }),
    })
  const remove = useHistoryRemoval()
  const turn = (page: number) => go({ ...place, page })
  return (
    <>
      <PageHeader
        title="检索历史"
        note="只有您自己看得到"
        actions={<ActionButton name="清空" onPress={() => remove.all(place.kind)} />}
      />
      <div className={styles.tools}>
        <nav className={styles.tabs} aria-label="历史的种类">
          {kinds.map(({ kind, name }) => (
            <button
              key={kind}
              type="button"
              aria-current={kind === place.kind ? 'page' : undefined}
              onClick={() => go({ kind, keyword: place.keyword, page: 1 })}
            >
              {name}
            </button>
          ))}
        </nav>
        <SearchField
          key={place.keyword}
          label="在历史里查找"
          placeholder="在历史里查找"
          maxLength={200}
          value={place.keyword}
          onSearch={(keyword) => go({ ...place, keyword, page: 1 })}
        />
      </div>
      {place.kind === 'searches' ? (
        <SearchHistory place={place} remove={remove} onPage={turn} />
      ) : (
        <PaperHistory place={place} remove={remove} onPage={turn} />
      )}
    </>
  )
}
