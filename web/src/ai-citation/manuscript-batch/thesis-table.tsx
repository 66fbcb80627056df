import { api, batchThesisOrders, batchThesisStates, manuscriptSeverityNames } from '@scinav/contract'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useIsChecker } from '../../api/session.state.ts'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { narrowAddress, useAddressQuery } from '../../ui/use-address-query.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { checkAddress } from '../manuscript-check/check-address.ts'
import styles from './batch.module.css'
import { type Batch, type Thesis, thesisStateNames } from './batch-labels.ts'
import { usePoll } from './use-poll.ts'

/** A column by which the table can be ordered. */
type Order = (typeof batchThesisOrders)[number]

/** Number of theses on a page. */
const PAGE_SIZE = 50

/**
 * The columns of the table, each with the order that it sorts by; figures are aligned right and sorted downwards first.
 */
const columns: readonly { order: Order; name: string; isFigure: boolean }[] = [
  { order: 'title', name: '论文', isFigure: false },
  { order: 'department', name: '院系', isFigure: false },
  { order: 'state', name: '状态', isFigure: false },
  { order: 'entries', name: '参考文献', isFigure: true },
  { order: 'unverified', name: '未查到', isFigure: true },
  { order: 'fault', name: manuscriptSeverityNames.fault, isFigure: true },
  { order: 'check', name: manuscriptSeverityNames.check, isFigure: true },
  { order: 'info', name: manuscriptSeverityNames.info, isFigure: true },
]

/** The filters, the order and the page in the address, and their setters. */
type Address = ReturnType<typeof useThesisAddress>

/** Returns filters, order and page of the table, which the address holds, and the functions that change them. */
function useThesisAddress() {
  const [query, change] = useAddressQuery()
  const order = batchThesisOrders.find((each) => each === query.get('order')) ?? 'position'
  const descending = query.get('descending') === '1'
  /** Changes filters or order, and returns to the first page. */
  const narrow = (changes: Record<string, string>) => change((current) => narrowAddress(current, changes))
  return {
    department: query.get('department') ?? '',
    state: batchThesisStates.find((each) => each === query.get('state')),
    order,
    descending,
    page: Math.max(1, Number(query.get('page')) || 1),
    narrow,
    /** Orders by a column, figures from the largest one; the other way round when it is the present one. */
    sort: (by: Order) => {
      const isFigure = columns.some((column) => column.order === by && column.isFigure)
      const downwards = by === order ? !descending : isFigure
      narrow({ order: by, descending: downwards ? '1' : '' })
    },
    turnTo: (page: number) =>
      change((current) => {
        const next = new URLSearchParams(current)
        next.set('page', String(page))
        return next
      }),
  }
}

/** Renders the theses of a batch with their figures; filters and order stand in the address. */
export function ThesisTable({ batch }: { batch: Batch }) {
  const { batch_id, departments, finished_at } = batch
  const address = useThesisAddress()
  const { department, state, order, descending, page, narrow, sort } = address
  const theses = useRead(
    api.manuscriptBatches.theses,
    { batch_id, page_num: page, page_size: PAGE_SIZE, department, state, order, descending },
    { keepPrevious: true },
  )
  const { refetch } = theses
  usePoll(theses, finished_at === null)
  // The last checks may have ended after the last poll.
  useEffect(() => {
    if (finished_at !== null) void refetch()
  }, [finished_at, refetch])
  return (
    <section aria-label="论文">
      <ThesisFilters departments={departments} address={address} />
      <ReadView
        of={theses}
        what="论文"
        isEmpty={({ list }) => list.length === 0}
        empty={{
          title: '没有符合条件的论文',
          note: '换一个院系或状态',
          action: { name: '看全部', run: () => narrow({ department: '', state: '' }) },
        }}
      >
        {({ list, total }) => (
          <>
            <div className={styles.scroller}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    {columns.map(({ order: by, name, isFigure }) => (
                      <SortedHead
                        key={by}
                        name={name}
                        isFigure={isFigure}
                        sorted={by === order ? (descending ? 'descending' : 'ascending') : undefined}
                        onSort={() => sort(by)}
                      />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.map((thesis) => (
                    <ThesisRow key={thesis.thesis_id} thesis={thesis} />
                  ))}
                </tbody>
              </table>
            </div>
            <Pages page={page} size={PAGE_SIZE} total={total} onPage={address.turnTo} />
          </>
        )}
      </ReadView>
    </section>
  )
}

/** Renders the filters and, in narrow windows, which have no table heads, the order. */
function ThesisFilters({
  departments,
  address: { department, state, order, descending, narrow, sort },
}: {
  departments: Batch['departments']
  address: Address
}) {
  return (
    <div className={styles.filters}>
      <Choice
        label="院系"
        value={department}
        options={[
          ['', '全部院系'],
          ...departments.map(({ department, theses }) => [department, `${department}（${theses}）`] as const),
        ]}
        onChoice={(value) => narrow({ department: value })}
      />
      <Choice
        label="状态"
        value={state ?? ''}
        options={[
          ['', '全部状态'],
          ...batchThesisStates.map((each) => [each, thesisStateNames[each]] as const),
        ]}
        onChoice={(value) => narrow({ state: value })}
      />
      <span className={styles.narrowOnly}>
        <Choice
          label="排序"
          value={order}
          options={[
            ['position', '按上传顺序'],
            ...columns.map(({ order, name }) => [order, `按${name}`] as const),
          ]}
          onChoice={(value) => sort(batchThesisOrders.find((each) => each === value) ?? 'position')}
        />
        <QuietButton label={descending ? '改为从小到大' : '改为从大到小'} onPress={() => sort(order)}>
          {descending ? '↓' : '↑'}
        </QuietButton>
      </span>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  /** Values with their names. */
  options: readonly (readonly [value: string, name: string])[]
  onChoice: (value: string) => void
}

/** Renders a select. */
function Choice({ label, value, options, onChoice }: ChoiceProps) {
  return (
    <select
      className={fields.choice}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoice(target.value)}
    >
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface HeadProps {
  name: string
  isFigure: boolean
  /** Undefined when the table is sorted by another column. */
  sorted: 'ascending' | 'descending' | undefined
  onSort: () => void
}

/** The arrow beside the name of the sorted column. */
const SORT_ARROWS = { descending: ' ↓', ascending: ' ↑' }

/** Renders the head of a column, by which the table is sorted when it is pressed. */
function SortedHead({ name, isFigure, sorted, onSort }: HeadProps) {
  return (
    <th scope="col" data-figure={isFigure} aria-sort={sorted ?? 'none'}>
      <button type="button" onClick={onSort}>
        {name}
        <span aria-hidden="true">{sorted && SORT_ARROWS[sorted]}</span>
      </button>
    </th>
  )
}

/** Renders one thesis; its title is a link to its check where the user may open it. */
function ThesisRow({ thesis }: { thesis: Thesis }) {
  const { department, author, file_name, state, error, check_id } = thesis
  // A user who has lost the role may not open results.
  const mayOpen = useIsChecker() && check_id !== null
  const title = thesis.title || file_name
  const isDone = state === 'completed'
  return (
    <tr>
      <td className={styles.name}>
        {mayOpen ? <Link to={checkAddress(check_id)}>{title}</Link> : title}
        <span className={styles.quiet}>{[author, file_name].filter(Boolean).join(' · ')}</span>
        {error && <span className={styles.reason}>{error}</span>}
      </td>
      <td>{department}</td>
      <td>
        <span className={styles.state} data-state={state}>
          {thesisStateNames[state]}
        </span>
      </td>
      {columns
        .filter(({ isFigure }) => isFigure)
        .map(({ order, name }) => (
          <td key={order} data-figure="true" data-name={name} data-none={!isDone}>
            {/* Every order of a figure is the name of that figure in a thesis, as `entries` is. */}
            {isDone ? thesis[order as 'entries'] : '—'}
          </td>
        ))}
    </tr>
  )
}
