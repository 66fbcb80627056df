import { api, type OutputOf } from '@scinav/contract'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { readingAddress } from '../documents/reading-address.ts'
import { type Filter, filters, Statistics } from '../documents/statistics/statistics.tsx'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { count } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { narrowed, useAddressQuery } from '../ui/use-address-query.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import { chatAddress } from './addresses.ts'
import styles from './ai-knowledge-base.module.css'

const PAGE = 20
/** 1 owner, 2 manager. */
const MANAGER = 2

type Dataset = OutputOf<typeof api.datasets.all>['aiDataset'][number]

/** The papers of a public knowledge base, and by what they can be told apart. */
export function DetailScreen() {
  const [params] = useAddressQuery()
  const navigate = useNavigate()
  const all = useRead(api.datasets.all, {})
  return (
    <ReadView of={all} what="知识库">
      {({ aiDataset }) => {
        const dataset = aiDataset.find(({ id }) => id === params.get('dataset_id'))
        if (dataset) return <Detail key={dataset.id} dataset={dataset} />
        return (
          <EmptyView
            title="没有找到这个知识库"
            note="它可能已被删除"
            action={{ name: '看全部知识库', run: () => void navigate('/aiKnowledgeBase') }}
          />
        )
      }}
    </ReadView>
  )
}

function Detail({ dataset }: { dataset: Dataset }) {
  const navigate = useNavigate()
  const { chosen, keyword, page, put } = useDetailAddress()
  const { year, source, author, term, resource_type } = chosen
  const documents = useRead(
    api.datasets.documents,
    {
      dataset_id: dataset.id,
      current_page: page,
      page_size: PAGE,
      keyword,
      ...(year && { year: Number(year) }),
      ...(resource_type && { resource_type: Number(resource_type) }),
      source,
      author,
      term,
      sort: 'year',
    },
    { keepPrevious: true },
  )
  const narrowed = keyword !== '' || Object.values(chosen).some(Boolean)
  const clear = () => put(Object.fromEntries(['keyword', ...filters].map((name) => [name, ''])))
  return (
    <>
      <PageHeader
        title={dataset.name}
        note={dataset.description}
        actions={
          <>
            {dataset.my_role <= MANAGER && (
              <ActionButton
                name="管理"
                onPress={() =>
                  void navigate(`/knowledgeBase?${new URLSearchParams({ dataset_id: dataset.id })}`)
                }
              />
            )}
            <ActionButton name="向它提问" primary onPress={() => void navigate(chatAddress(dataset.id))} />
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.tools}>
            <KeywordField
              className={styles.search}
              label="在这里查找"
              placeholder="题名"
              value={keyword}
              onChange={(text) => put({ keyword: text })}
            />
            <span className={styles.total}>{documents.data ? `${count(documents.data.total)} 篇` : ''}</span>
            {filters.map((name) =>
              chosen[name] ? (
                <button
                  key={name}
                  type="button"
                  className={styles.chip}
                  aria-label={`去掉条件：${chosen[name]}`}
                  onClick={() => put({ [name]: '' })}
                >
                  {chosen[name]}
                  <Icon name="close" size={14} />
                </button>
              ) : null,
            )}
          </div>
          <ReadView
            of={documents}
            what="文献"
            isEmpty={({ total }) => total === 0}
            empty={
              narrowed
                ? { title: '没有符合条件的文献', action: { name: '清除条件', run: clear } }
                : { title: '这个知识库还没有文献' }
            }
          >
            {({ list, total }) => (
              <>
                <ul>
                  {list.map(({ id, type, name, paper }) => (
                    <li key={id}>
                      {paper ? (
                        <PaperRow paper={paper} />
                      ) : (
                        <p className={styles.gone}>
                          {type === 'file' ? <Link to={readingAddress(id)}>{name}</Link> : name}
                        </p>
                      )}
                    </li>
                  ))}
                </ul>
                <Pages page={page} size={PAGE} total={total} onPage={(to) => put({ page: String(to) })} />
              </>
            )}
          </ReadView>
        </div>
        <Statistics
          dataset_id={dataset.id}
          chosen={chosen}
          onChoose={(name, value) => put({ [name]: value })}
        />
      </div>
    </>
  )
}

/** What the address narrows the papers to; every change begins at the first page. */
function useDetailAddress() {
  const [params, setParams] = useAddressQuery()
  const textOf = (name: string, most: number) => (params.get(name) ?? '').slice(0, most)
  const numberOf = (name: string, most: number) => {
    const number = Number(params.get(name))
    return Number.isInteger(number) && number > 0 && number <= most ? String(number) : ''
  }
  const chosen: Record<Filter, string> = {
    year: numberOf('year', 9_999),
    resource_type: numberOf('resource_type', 10),
    source: textOf('source', 300),
    author: textOf('author', 200),
    term: textOf('term', 200),
  }
  const put = (to: Record<string, string>) => setParams((now) => narrowed(now, to))
  return { chosen, keyword: textOf('keyword', 200), page: Number(numberOf('page', 500)) || 1, put }
}
