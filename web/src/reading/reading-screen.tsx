import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useHomeState } from '../api/specified.state.ts'
import { usePolling } from '../api/use-polling.ts'
import { readOptions, useRead } from '../api/use-read.ts'
import { plainText } from '../paper/highlight/markup.ts'
import { useViewLog } from '../paper/use-view-log.ts'
import { useSetPageName } from '../ui/page-name.state.ts'
import { useFoldedSider } from '../ui/use-folded-sider.ts'
import { useMedia } from '../ui/use-media.ts'
import { RowsSkeleton } from '../ui/views/rows-skeleton.tsx'
import { EmptyView, FailedView } from '../ui/views/state-view.tsx'
import { Compare } from './compare/compare.tsx'
import { Desk } from './desk/desk.tsx'
import { prefetchPdfView } from './desk/desk-view.ts'
import { Frame } from './frame.tsx'
import { ReadingList } from './list/reading-list.tsx'
import { ReadingStart } from './list/reading-start.tsx'
import { useReadingItems } from './list/use-reading-items.ts'
import { SidePanels } from './panels/side-panels.tsx'
import styles from './reading.module.css'
import { resetReading, useReading } from './state/reading.state.ts'
import { readAddress, useReadingAddress } from './state/reading-address.ts'
import {
  type Annotation,
  isParsing,
  type ReadableText,
  type ReadingTarget,
  targetKey,
} from './state/target.ts'
import { useAnnotations } from './state/use-annotations.ts'

/** Reads the text in the address, and starts the loading of the PDF viewer that will probably show it. */
export function prefetchReading(cache: QueryClient, query: URLSearchParams): Promise<void> | undefined {
  const { current, view, compares } = readAddress(query)
  if (!current || compares) return undefined
  prefetchPdfView(view)
  return cache.prefetchQuery(readOptions(api.reading.open, current))
}

/** Renders the reading screen: the reading list at the left, the text in the middle, the side panels at the right. */
export function ReadingScreen() {
  const { address } = useReadingAddress()
  const items = useReadingItems(address)
  useFoldedSider()
  useListedPapers(items.flatMap(({ paper_id, target }) => paper_id ?? target.paper_id ?? []))
  const current = address.current ?? items[0]?.target
  if (!current)
    return (
      <div className={styles.whole} data-whole="true">
        <ReadingStart />
      </div>
    )
  return (
    <div className={styles.whole} data-whole="true">
      {address.compares ? (
        <Frame list={<ReadingList items={items} current={current} />} desk={<Compare items={items} />} />
      ) : (
        <Reader key={targetKey(current)} target={current} items={items} />
      )}
    </div>
  )
}

/** Publishes the ids of the listed papers, about which the AI assistant can then be asked. */
function useListedPapers(ids: readonly string[]): void {
  const key = ids.join(' ')
  useEffect(() => {
    useHomeState.setState({ paperIdList: key ? [...new Set(key.split(' '))] : [] })
    return () => useHomeState.setState({ paperIdList: [] })
  }, [key])
}

interface Props {
  target: ReadingTarget
  items: ReturnType<typeof useReadingItems>
}

function Reader({ target, items }: Props) {
  // The target keeps its identity while the text is open, because all reads depend on it.
  const [openTarget] = useState(target)
  const readable = useRead(api.reading.open, openTarget)
  usePolling(readable.data !== undefined && isParsing(readable.data), () => void readable.refetch())
  useEffect(() => resetReading, [])
  const list = <ReadingList items={items} current={openTarget} />
  const { data, error } = readable
  if (!data && error)
    return (
      <Frame
        list={list}
        desk={
          <>
            <h1 className="sr-only">阅读</h1>
            <MissingText
              code={error.failure.code}
              note={error.message}
              again={() => void readable.refetch()}
            />
          </>
        }
      />
    )
  if (!data) return <Frame list={list} desk={<RowsSkeleton rows={8} />} />
  return <OpenedReader target={openTarget} readable={data} list={list} />
}

const NO_ANNOTATIONS: Annotation[] = []

function OpenedReader({
  target,
  readable,
  list,
}: {
  target: ReadingTarget
  readable: ReadableText
  list: ReactNode
}) {
  const annotations = useAnnotations(target)
  useSetPageName(plainText(readable.title))
  useViewLog(target)
  return (
    <Frame
      list={list}
      desk={
        <Desk target={target} readable={readable} annotations={annotations.data?.list ?? NO_ANNOTATIONS} />
      }
      side={<SidePanels target={target} readable={readable} annotations={annotations} />}
      notes={annotations.data?.total}
    />
  )
}

/** Renders why a text did not open; without the list beside it, offers the list to choose another text. */
function MissingText({ code, note, again }: { code: number; note: string; again: () => void }) {
  const isWide = useMedia('(min-width: 1280px)')
  const seeList = { name: '看清单', run: () => useReading.setState({ pane: 'list' }) }
  if (code === 404)
    return (
      <EmptyView
        picture="door"
        title="没有可以打开的文献"
        note="它可能已被删除，或您没有阅读它的权限。可以从清单里换一篇，或请资料的所有者共享。"
        {...(!isWide && { action: seeList })}
      />
    )
  return <FailedView title="文献没有打开" note={note} action={{ name: '重试', run: again }} />
}
