import { api } from '@scinav/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useUser } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import side from '../ui/side-screen.module.css'
import { useMedia } from '../ui/use-media.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { RowsSkeleton } from '../ui/views/rows-skeleton.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import type { ListDialog } from './dialogs.ts'
import { useListAddress } from './list/list-address.ts'
import { type AllDatasets, type Dataset, groupDatasets } from './list/lists.ts'
import { ListDialogs } from './list-dialogs.tsx'
import { ListHeader } from './list-header.tsx'
import { ListNav } from './list-nav.tsx'
import { ListView } from './list-view.tsx'
import { FiguresList } from './overview/figures.tsx'
import { HitTest } from './overview/hit-test.tsx'
import styles from './screen.module.css'
import { TagFilter } from './tags/tag-filter.tsx'
import { useDragging, useDropOnFolder } from './use-dragging.ts'

/**
 * Renders reading lists and knowledge bases: all lists with their folders at the left, the content of one at the right.
 */
export function KnowledgeBaseScreen() {
  const all = useRead(api.datasets.all, {})
  return (
    <ReadView of={all} what="清单">
      {(datasets) => <ListsView allDatasets={datasets} />}
    </ReadView>
  )
}

/** Renders the list in the address; without one, the user's private list. */
function ListsView({ allDatasets }: { allDatasets: AllDatasets }) {
  const { address, go } = useListAddress()
  const isOperator = useUser()?.is_admin ?? false
  const groups = useMemo(() => groupDatasets(allDatasets, isOperator), [allDatasets, isOperator])
  const datasets = groups.flatMap((group) => group.datasets)
  const dataset = address.dataset_id
    ? datasets.find(({ id }) => id === address.dataset_id)
    : datasets.find(({ is_private }) => is_private)

  if (dataset) return <ListContent key={dataset.id} dataset={dataset} groups={groups} />
  if (address.dataset_id)
    return <UnknownList key={address.dataset_id} onBack={() => go({ dataset_id: '' })} />
  return <PrivateList />
}

/**
 * Renders a list id that is not among the known lists. The list may be newer than they are, so they are read again
 * before it is reported missing.
 */
function UnknownList({ onBack }: { onBack: () => void }) {
  const { refetch } = useRead(api.datasets.all, {})
  const [isRefetched, setRefetched] = useState(false)
  useEffect(() => {
    let isMounted = true
    void refetch().then(() => isMounted && setRefetched(true))
    return () => {
      isMounted = false
    }
  }, [refetch])
  if (!isRefetched) return <RowsSkeleton />
  return (
    <>
      <h1 className="sr-only">知识库</h1>
      <EmptyView
        title="没有找到这个知识库或文献清单"
        note="它可能已被删除，或您不是成员；需要查看时，可以请它的所有者把您加入项目"
        action={{ name: '回到我的文献', run: onBack }}
      />
    </>
  )
}

/** Creates the private dataset when first needed, then reads the lists again. */
function PrivateList() {
  const { refetch } = useRead(api.datasets.all, {})
  // The call creates the dataset.
  const privateId = useRead(api.datasets.privateId, {})
  useEffect(() => {
    if (privateId.data) void refetch()
  }, [privateId.data, refetch])
  return (
    <ReadView of={privateId} what="我的文献">
      {() => null}
    </ReadView>
  )
}

interface Props {
  dataset: Dataset
  groups: ReturnType<typeof groupDatasets>
}

/**
 * Renders one list: its header, its documents, all lists and folders at the left and, with room, figures at the right.
 */
function ListContent({ dataset, groups }: Props) {
  const { address } = useListAddress()
  const folders = useRead(api.datasets.folders, { dataset_id: dataset.id })
  const tree = folders.data ?? []
  const group = groups.find(({ datasets }) => datasets.some(({ id }) => id === dataset.id))
  const [dialog, setDialog] = useState<ListDialog>()
  const hasRoomForOverview = useMedia('(min-width: 1360px)')
  const drag = useDragging()
  const dropOnFolder = useDropOnFolder(dataset, tree, drag)
  const locationKey = `${address.dataset_id} ${address.folder_id}`
  const nav = (
    <ListNav
      groups={groups}
      current={dataset}
      tree={tree}
      drag={drag}
      onDrop={dropOnFolder}
      openDialog={setDialog}
    />
  )
  return (
    <>
      <ListHeader dataset={dataset} tree={tree} group={group?.name ?? ''} openDialog={setDialog} />
      <div className={styles.columns}>
        <div className={side.side}>{nav}</div>
        <div className={side.main}>
          <NavDrawer locationKey={locationKey}>{nav}</NavDrawer>
          <ListView key={locationKey} dataset={dataset} tree={tree} drag={drag} openDialog={setDialog} />
        </div>
        {hasRoomForOverview && (
          <aside className={styles.beside} aria-label="概况">
            <FiguresList dataset_id={dataset.id} />
            <HitTest key={dataset.id} dataset={dataset} />
            <TagFilter dataset={dataset} onManage={() => setDialog({ kind: 'tags' })} />
          </aside>
        )}
      </div>
      {dialog && (
        <ListDialogs dialog={dialog} dataset={dataset} tree={tree} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

interface NavDrawerProps {
  /** Names the list and the folder shown; when it changes, the drawer closes. */
  locationKey: string
  children: ReactNode
}

/** Renders the button that opens the lists and folders as a drawer, on screens without room for them at the left. */
function NavDrawer({ locationKey, children }: NavDrawerProps) {
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another list or folder closes the drawer
  useEffect(() => setOpen(false), [locationKey])
  return (
    <>
      <div className={side.opener}>
        <QuietButton icon="list" onPress={() => setOpen(true)}>
          清单与文件夹
        </QuietButton>
      </div>
      {isOpen && (
        <Panel title="清单与文件夹" width={320} side onClose={() => setOpen(false)}>
          {children}
        </Panel>
      )}
    </>
  )
}
