import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useRead } from '../api/use-read.ts'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { CardGrid, CardGroups, CardsSkeleton } from './application-cards.tsx'
import { ApplicationPanel } from './application-panel.tsx'
import styles from './applications.module.css'
import { useApplicationsAddress } from './applications.ts'

/** Renders the applications by category: search, save and open. */
export function ApplicationsScreen() {
  const { open } = usePanel()
  const { address, go } = useApplicationsAddress()
  return (
    <>
      <PageHeader
        title="AI 应用"
        note="为研究的每一步准备的对话，填好内容就能开始"
        actions={<Button onClick={() => open('prompts')}>提示词库</Button>}
      />
      <div className={styles.tools}>
        <KeywordField
          className={styles.search}
          label="查找应用"
          placeholder="名称或用途"
          value={address.keyword}
          onChange={(keyword) => go({ keyword, view: '' })}
        />
        <ViewChips />
      </div>
      <ApplicationResults />
      {address.open && <ApplicationPanel id={address.open} onClose={() => go({ open: '' })} />}
    </>
  )
}

/** Renders the applications of the view in the address. */
function ApplicationResults() {
  const { address } = useApplicationsAddress()
  if (address.view === 'recommended') return <RecommendedApplications />
  return address.view === 'mine' ? <SavedApplications /> : <AllApplications />
}

/** Renders the applications recommended to the user. */
function RecommendedApplications() {
  const recommended = useRead(api.tools.recommended, {})
  return (
    <ReadView
      of={recommended}
      what="推荐的应用"
      isEmpty={(list) => list.length === 0}
      empty={useEmptyState('还没有可以推荐的应用', '设置研究方向、用过几个应用之后，这里会按它们推荐')}
      skeleton={<CardsSkeleton />}
    >
      {(list) => <CardGrid list={list} label="推荐的应用" />}
    </ReadView>
  )
}

/** Renders the applications that the user has marked. */
function SavedApplications() {
  const mine = useRead(api.tools.mine, {})
  return (
    <ReadView
      of={mine}
      what="收藏的应用"
      isEmpty={(list) => list.length === 0}
      empty={useEmptyState('还没有收藏应用', '点应用右上角的书签，常用的就会留在这里')}
      skeleton={<CardsSkeleton />}
    >
      {(list) => <CardGrid list={list} label="收藏的应用" />}
    </ReadView>
  )
}

/** Returns an empty state that offers to show all applications. */
function useEmptyState(title: string, note: string) {
  const { go } = useApplicationsAddress()
  return {
    title,
    note,
    action: { name: '看全部应用', run: () => go({ view: '', category_id: '', keyword: '' }) },
  }
}

/** Renders all applications, narrowed by category and keyword. */
function AllApplications() {
  const { address, go } = useApplicationsAddress()
  const { category_id, keyword } = address
  const all = useRead(api.tools.list, { keyword, category_id }, { keepPrevious: true })
  const categories = useRead(api.tools.categories, {})
  const isNarrowed = keyword !== '' || category_id !== ''
  return (
    <ReadView
      of={all}
      what="应用"
      isEmpty={(list) => list.length === 0}
      empty={{
        title: keyword ? `没有与${inCorners(keyword)}相符的应用` : '这里还没有应用',
        ...(isNarrowed && { action: { name: '清除条件', run: () => go({ keyword: '', category_id: '' }) } }),
      }}
      skeleton={<CardsSkeleton />}
    >
      {(list) =>
        isNarrowed ? (
          <CardGrid list={list} label="应用" />
        ) : (
          <CardGroups list={list} categories={categories.data ?? []} />
        )
      }
    </ReadView>
  )
}

/** Renders the choice between all, recommended and saved applications, and categories. */
function ViewChips() {
  const { address, go } = useApplicationsAddress()
  const categories = useRead(api.tools.categories, {})
  const mine = useRead(api.tools.mine, {})
  const { view, category_id } = address
  const isAll = view === '' && category_id === ''
  return (
    <fieldset className={styles.chips}>
      <legend className="sr-only">显示</legend>
      <Chip name="全部" pressed={isAll} onPress={() => go({ view: '', category_id: '' })} />
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

/** Renders a category as a button that can be pressed, with its number of applications where that is known. */
function Chip({ name, count, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {name}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  )
}
