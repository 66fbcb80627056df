import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { call } from '../api/call.ts'
import { useRead } from '../api/use-read.ts'
import chips from '../ui/buttons/buttons.module.css'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import fields from '../ui/fields/field.module.css'
import { SearchField } from '../ui/fields/search-field.tsx'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import {
  documentTypes,
  type ListSort,
  listSorts,
  parseTags,
  stateFilters,
  statisticsFilters,
  useListAddress,
} from './list/list-address.ts'
import type { Dataset, ListDocument } from './list/lists.ts'
import styles from './list/view.module.css'
import { statesLine, useFigures } from './overview/figures.tsx'
import type { Selection } from './use-selection.ts'

/** Maximum number of selected documents, as many as one change accepts. */
const MAX_SELECTED = 500

/** Number of documents per page while all are being selected, the most that the call accepts. */
const SELECT_PAGE_SIZE = 100

/** Maximum length of a keyword that the server accepts, in characters. */
const MAX_KEYWORD_CHARS = 200

interface Props {
  /** The shown page; undefined until it has loaded. */
  page: OutputOf<typeof api.datasets.documents> | undefined
  /** The query of the list, without the page. */
  input: Omit<InputOf<typeof api.datasets.documents>, 'current_page' | 'page_size'>
  selection: Selection<ListDocument>
}

/** Renders search and sorting of the list, the number of documents, and the checkbox that selects all. */
export function ListToolbar({ page, input, selection }: Props) {
  const { address, go } = useListAddress()
  const rows = page?.list ?? []
  const isPageSelected = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const total = page?.total ?? 0
  return (
    <div className={styles.tools}>
      <SearchField
        key={address.keyword}
        className={styles.search}
        label="在这里检索"
        placeholder="题名、作者、来源"
        maxLength={MAX_KEYWORD_CHARS}
        value={address.keyword}
        onSearch={(keyword) => go({ keyword })}
      />
      <FilterChoice label="状态" all="全部状态" options={stateFilters} name="state" />
      <FilterChoice label="类型" all="全部类型" options={documentTypes} name="document_type" />
      <select
        className={fields.choice}
        aria-label="排序"
        value={address.sort}
        // The options are exactly these sort orders.
        onChange={(event) => go({ sort: event.target.value as ListSort })}
      >
        {listSorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <div className={styles.counts}>
        <input
          type="checkbox"
          aria-label="选择本页"
          checked={isPageSelected}
          disabled={rows.length === 0}
          onChange={(event) => selection.set(rows, event.target.checked)}
        />
        <span className={styles.total}>{page ? `${formatCount(total)} 篇` : ''}</span>
        <StateCounts dataset_id={input.dataset_id} />
        {isPageSelected && total > rows.length && selection.items.length < Math.min(total, MAX_SELECTED) && (
          <SelectAll input={input} total={total} selection={selection} />
        )}
      </div>
    </div>
  )
}

/** Renders the number of documents by state, while not all are ready. */
function StateCounts({ dataset_id }: { dataset_id: string }) {
  const { data } = useFigures(dataset_id)
  if (!data) return null
  const { text, failed } = statesLine(data)
  if (text === '' && failed === 0) return null
  return (
    <span className={styles.states}>
      {text}
      {text !== '' && failed > 0 && '，'}
      {failed > 0 && <span className={styles.bad}>{`${formatCount(failed)} 失败`}</span>}
    </span>
  )
}

interface FilterChoiceProps {
  label: string
  /** Label of the empty choice. */
  all: string
  options: readonly { value: string; label: string }[]
  name: 'state' | 'document_type'
}

/** Renders a filter with one of several values. */
function FilterChoice({ label, all, options, name }: FilterChoiceProps) {
  const { address, go } = useListAddress()
  return (
    <select
      className={fields.choice}
      aria-label={label}
      value={address[name]}
      onChange={({ target }) => go({ [name]: target.value })}
    >
      <option value="">{all}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Renders the button that also selects the documents of other pages. */
function SelectAll({ input, total, selection }: Omit<Props, 'page'> & { total: number }) {
  const count = Math.min(total, MAX_SELECTED)
  const selectAll = async () => {
    for (let current_page = 1; (current_page - 1) * SELECT_PAGE_SIZE < count; current_page += 1) {
      const page = { current_page, page_size: SELECT_PAGE_SIZE }
      const answer = await call(api.datasets.documents, { ...input, ...page })
      if (!answer.success) return toast(`没有全部选上：${answer.message}`, { tone: 'bad' })
      selection.set(answer.data.list, true)
    }
  }
  return (
    <QuietButton onPress={() => void selectAll()}>
      {total > MAX_SELECTED ? `选择前 ${MAX_SELECTED} 篇` : `选择全部 ${formatCount(total)} 篇`}
    </QuietButton>
  )
}

/** Renders the filters set elsewhere than in the fields above the list; each can be removed. */
export function Conditions({ dataset }: { dataset: Dataset }) {
  const { address, go } = useListAddress()
  const chosen = parseTags(address.tags)
  const tags = useRead(api.datasets.tags, { dataset_id: dataset.id }, { enabled: chosen.length > 0 })
  const types = useRead(api.datasets.literatureTypes, {}, { enabled: address.resource_type !== '' })
  const nameOf = (name: (typeof statisticsFilters)[number]) =>
    name === 'resource_type'
      ? (types.data?.find(({ code }) => String(code) === address.resource_type)?.name ?? address[name])
      : address[name]
  const conditions = [
    ...chosen.map((id) => ({
      key: id,
      name: tags.data?.find((tag) => tag.id === id)?.name ?? '标签',
      remove: () => go({ tags: chosen.filter((other) => other !== id).join(',') }),
    })),
    ...statisticsFilters
      .filter((name) => address[name] !== '')
      .map((name) => ({ key: name, name: nameOf(name), remove: () => go({ [name]: '' }) })),
  ]
  if (conditions.length === 0) return null
  return (
    <div className={styles.conditions}>
      {conditions.map(({ key, name, remove }) => (
        <button
          key={key}
          type="button"
          className={chips.chip}
          aria-label={`去掉条件：${name}`}
          onClick={remove}
        >
          {name}
          <Icon name="close" size={14} />
        </button>
      ))}
    </div>
  )
}
