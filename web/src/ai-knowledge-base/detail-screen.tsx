import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { fileIcon } from '../documents/file-icon.ts'
import { DocumentState } from '../documents/state/document-state.tsx'
import { Statistics, type StatisticsFilter, statisticsFilters } from '../documents/statistics/statistics.tsx'
import { DropZone } from '../documents/upload/drop-zone.tsx'
import { UploadButton } from '../documents/upload/upload-button.tsx'
import { UploadCard } from '../documents/upload/upload-tray.tsx'
import type { UploadTarget } from '../documents/upload/uploads.state.ts'
import { readingAddress } from '../paper/addresses.ts'
import { plainText } from '../paper/highlight/markup.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { fileSize, formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import rows from '../ui/list-row.module.css'
import { narrowAddress, useAddressQuery } from '../ui/use-address-query.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import { datasetChatAddress } from './addresses.ts'
import styles from './ai-knowledge-base.module.css'

/** Number of papers on a page. */
const PAGE_SIZE = 20
/** Roles are 1 owner, 2 manager, and greater numbers for people who may only read. */
const MANAGER_ROLE = 2

type Dataset = OutputOf<typeof api.datasets.all>['aiDataset'][number]
type Document = OutputOf<typeof api.datasets.documents>['list'][number]

/** Renders the papers of a public knowledge base, with statistics to filter them. */
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

/** Renders a knowledge base: its header, its papers with the filters, and the statistics. */
function Detail({ dataset }: { dataset: Dataset }) {
  const address = useDetailAddress()
  const { chosen, keyword, page, changeAddress } = address
  const { year, source, author, term, resource_type } = chosen
  const documents = useRead(
    api.datasets.documents,
    {
      dataset_id: dataset.id,
      current_page: page,
      page_size: PAGE_SIZE,
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
  const isManager = dataset.my_role <= MANAGER_ROLE
  const target = { dataset_id: dataset.id, dataset_name: dataset.name, folder_id: null }
  const isNarrowed = keyword !== '' || Object.values(chosen).some(Boolean)
  const clear = () =>
    changeAddress(Object.fromEntries(['keyword', ...statisticsFilters].map((name) => [name, ''])))
  return (
    <>
      <DatasetHeader dataset={dataset} isManager={isManager} target={target} />
      <div className={styles.columns}>
        <DocumentArea isManager={isManager} target={target}>
          <FilterBar address={address} total={documents.data?.total} />
          <ReadView
            of={documents}
            what="文献"
            isEmpty={({ total }) => total === 0}
            empty={
              isNarrowed
                ? { title: '没有符合条件的文献', action: { name: '清除条件', run: clear } }
                : { title: '这个知识库还没有文献' }
            }
          >
            {({ list, total }) => (
              <>
                <ul>
                  {list.map((document) => (
                    <li key={document.id}>
                      <DocumentLine document={document} />
                    </li>
                  ))}
                </ul>
                <Pages
                  page={page}
                  size={PAGE_SIZE}
                  total={total}
                  onPage={(to) => changeAddress({ page: String(to) })}
                />
              </>
            )}
          </ReadView>
        </DocumentArea>
        <Statistics
          compactEmpty
          dataset_id={dataset.id}
          chosen={chosen}
          onChoose={(name, value) => changeAddress({ [name]: value })}
        />
      </div>
    </>
  )
}

interface FilterBarProps {
  address: ReturnType<typeof useDetailAddress>
  /** Number of papers found; undefined while unknown. */
  total: number | undefined
}

/** Renders the search by title, the number of papers found, and the chosen filters with their removal. */
function FilterBar({ address: { chosen, keyword, changeAddress }, total }: FilterBarProps) {
  return (
    <div className={styles.tools}>
      <KeywordField
        className={styles.search}
        label="在这里查找"
        placeholder="题名"
        value={keyword}
        onChange={(text) => changeAddress({ keyword: text })}
      />
      <span className={styles.total}>{total === undefined ? '' : `${formatCount(total)} 篇`}</span>
      {statisticsFilters.map((name) =>
        chosen[name] ? (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-label={`去掉条件：${chosen[name]}`}
            onClick={() => changeAddress({ [name]: '' })}
          >
            {chosen[name]}
            <Icon name="close" size={14} />
          </button>
        ) : null,
      )}
    </div>
  )
}

/** Renders a document: a paper, an uploaded file, or only the name of a paper that has left the library. */
function DocumentLine({ document }: { document: Document }) {
  const { id, type, name, title, paper, page_count, size_bytes } = document
  if (paper) return <PaperRow paper={paper} />
  if (type !== 'file') return <p className={styles.gone}>{name}</p>
  const facts = [
    ...(title === name ? [] : [name]),
    ...(page_count ? [`${formatCount(page_count)} 页`] : []),
    fileSize(size_bytes),
  ]
  return (
    <article className={styles.file}>
      <Icon name={fileIcon(name)} />
      <div>
        <h3>
          <Link className={rows.name} to={readingAddress({ document_id: id })} title={name}>
            {plainText(title)}
          </Link>
        </h3>
        <p>{facts.join(' · ')}</p>
      </div>
      <DocumentState progress={document} name={plainText(title)} />
    </article>
  )
}

interface HeaderProps {
  dataset: Dataset
  isManager: boolean
  target: UploadTarget
}

/** Renders the header of a knowledge base with its actions; managers can edit and fill it. */
function DatasetHeader({ dataset, isManager, target }: HeaderProps) {
  const navigate = useNavigate()
  const manage = `/knowledgeBase?${new URLSearchParams({ dataset_id: dataset.id })}`
  return (
    <PageHeader
      title={dataset.name}
      note={dataset.description}
      actions={
        <>
          {isManager && <ActionButton name="管理" onPress={() => void navigate(manage)} />}
          <ActionButton
            name="向这些文献提问"
            primary
            onPress={() => void navigate(datasetChatAddress(dataset.id))}
          />
          {isManager && <UploadButton target={target} primary={false} />}
        </>
      }
    />
  )
}

interface DocumentAreaProps {
  isManager: boolean
  target: UploadTarget
  children: ReactNode
}

/** Renders the documents; managers can drop files on them. */
function DocumentArea({ isManager, target, children }: DocumentAreaProps) {
  if (!isManager) return <div className={styles.main}>{children}</div>
  return (
    <div className={styles.main}>
      <DropZone target={target} name={inCorners(target.dataset_name)}>
        <UploadCard dataset_id={target.dataset_id} />
        {children}
      </DropZone>
    </div>
  )
}

/** Upper bounds of the filters that the call accepts: of numbers, and of texts in characters. */
const MAX_YEAR = 9_999
const MAX_RESOURCE_TYPE = 10
const MAX_PAGE = 500
const MAX_SOURCE_CHARS = 300
const MAX_WORD_CHARS = 200

/**
 * Returns the filters in the address, `''` where absent or invalid, within the limits of the call. A change of the
 * filters leads to the first page.
 */
function useDetailAddress() {
  const [params, setParams] = useAddressQuery()
  const textOf = (name: string, maxLength: number) => (params.get(name) ?? '').slice(0, maxLength)
  const numberOf = (name: string, max: number) => {
    const number = Number(params.get(name))
    return Number.isInteger(number) && number > 0 && number <= max ? String(number) : ''
  }
  const chosen: Record<StatisticsFilter, string> = {
    year: numberOf('year', MAX_YEAR),
    resource_type: numberOf('resource_type', MAX_RESOURCE_TYPE),
    source: textOf('source', MAX_SOURCE_CHARS),
    author: textOf('author', MAX_WORD_CHARS),
    term: textOf('term', MAX_WORD_CHARS),
  }
  const page = Number(numberOf('page', MAX_PAGE)) || 1
  const changeAddress = (to: Record<string, string>) => setParams((now) => narrowAddress(now, to))
  return { chosen, keyword: textOf('keyword', MAX_WORD_CHARS), page, changeAddress }
}
