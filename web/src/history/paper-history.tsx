import { api } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { ViewedFileRow } from '../paper/file-record/viewed-file-row.tsx'
import { plainText } from '../paper/highlight/markup.ts'
import { useNavigablePapers } from '../paper/paper-navigation.state.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import {
  HISTORY_PAGE_SIZE,
  type HistoryQuery,
  type HistoryRemoval,
  type LoggedView,
  timeOfDay,
  viewRow,
} from './history.ts'
import { HistoryDays } from './history-days.tsx'

interface Props {
  query: HistoryQuery
  remove: HistoryRemoval
  /** Called with the page to show, counted from 1. */
  onPage: (page: number) => void
}

/** Renders viewed papers by the day of the last visit. */
export function PaperHistory({ query, remove, onPage }: Props) {
  const { keyword, page } = query
  const navigate = useNavigate()
  const input = { keyword, files: true, page_num: page, page_size: HISTORY_PAGE_SIZE }
  const views = useRead(api.papers.views, input, { keepPrevious: true })
  useNavigablePapers((views.data?.list ?? []).flatMap(({ paper }) => paper?.id ?? []))
  const empty = (
    <EmptyView
      title="还没有看过文献"
      note="打开过的文献会记在这里"
      action={{ name: '去检索', run: () => void navigate('/home') }}
    />
  )
  return (
    <ReadView of={views} what="看过的文献">
      {({ list, total }) => (
        <>
          <HistoryDays entries={list} rowOf={viewRow} query={query} remove={remove} empty={empty}>
            {(view) => <ViewRow key={viewRow(view).id} view={view} remove={remove} />}
          </HistoryDays>
          <Pages page={page} size={HISTORY_PAGE_SIZE} total={total} onPage={onPage} />
        </>
      )}
    </ReadView>
  )
}

/** Renders a paper or one of the user's files, with the time and number of visits. */
function ViewRow({ view, remove }: { view: LoggedView; remove: HistoryRemoval }) {
  const { paper, document, viewed_at, views: count } = view
  const note = `${timeOfDay(viewed_at)}${count > 1 ? `，看过 ${count} 次` : ''}`
  const actions = (
    <QuietButton
      icon="trash"
      label={`从历史里删除：${plainText(paper?.title ?? document?.title ?? '')}`}
      onPress={() => remove.rows('papers', [viewRow(view).id])}
    >
      删除
    </QuietButton>
  )
  if (paper) return <PaperRow paper={paper} compact note={note} actions={actions} />
  return document && <ViewedFileRow document={document} note={note} actions={actions} />
}
