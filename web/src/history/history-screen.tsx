import { useSearchParams } from 'react-router'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import styles from './history.module.css'
import { HISTORY_PAGE_SIZE, type HistoryKind, type HistoryQuery, useHistoryRemoval } from './history.ts'
import { PaperHistory } from './paper-history.tsx'
import { SearchHistory } from './search-history.tsx'

/** Number of rows that the calls can return, the latest ones. */
const MAX_HISTORY_ROWS = 10_000
/** The last page that an address can name. */
const MAX_PAGE = MAX_HISTORY_ROWS / HISTORY_PAGE_SIZE

/** The kinds of history in the order of their tabs. */
const kinds: { kind: HistoryKind; name: string }[] = [
  { kind: 'searches', name: '检索过' },
  { kind: 'papers', name: '看过的文献' },
]

/** Longest keyword that the calls accept, in characters. */
const MAX_KEYWORD_CHARS = 200

/** Renders the user's searches or viewed papers by day; the address holds the kind, the keyword and the page. */
export function HistoryScreen() {
  const [params, setParams] = useSearchParams()
  const query: HistoryQuery = {
    kind: params.get('kind') === 'papers' ? 'papers' : 'searches',
    keyword: params.get('keyword') ?? '',
    page: Math.min(Math.max(Number.parseInt(params.get('page') ?? '', 10) || 1, 1), MAX_PAGE),
  }
  const go = ({ kind, keyword, page }: HistoryQuery) =>
    setParams({
      ...(kind === 'papers' && { kind }),
      ...(keyword && { keyword }),
      ...(page > 1 && { page: String(page) }),
    })
  const remove = useHistoryRemoval()
  const goToPage = (page: number) => go({ ...query, page })
  return (
    <>
      <PageHeader
        title="检索历史"
        note="只有您自己看得到"
        actions={<ActionButton name="清空" onPress={() => remove.all(query.kind)} />}
      />
      <div className={styles.tools}>
        <nav className={styles.tabs} aria-label="历史的种类">
          {kinds.map(({ kind, name }) => (
            <button
              key={kind}
              type="button"
              aria-current={kind === query.kind ? 'page' : undefined}
              onClick={() => go({ kind, keyword: query.keyword, page: 1 })}
            >
              {name}
            </button>
          ))}
        </nav>
        <SearchField
          key={query.keyword}
          label="在历史里查找"
          placeholder="在历史里查找"
          maxLength={MAX_KEYWORD_CHARS}
          value={query.keyword}
          onSearch={(keyword) => go({ ...query, keyword, page: 1 })}
        />
      </div>
      {query.kind === 'searches' ? (
        <SearchHistory query={query} remove={remove} onPage={goToPage} />
      ) : (
        <PaperHistory query={query} remove={remove} onPage={goToPage} />
      )}
    </>
  )
}
