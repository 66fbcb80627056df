import { Segmented } from 'antd'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { DatabasesView } from './databases-view.tsx'
import { JournalsView } from './journals-view.tsx'

type ResourcesView = 'databases' | 'journals'

/** Parameters that only addresses of journals have; older ones, from before there were two views, name no view. */
const JOURNAL_PARAMS = ['query', 'scheme', 'class_code', 'letter']

const views = [
  { value: 'databases', label: '文献数据库' },
  { value: 'journals', label: '期刊' },
] as const satisfies { value: ResourcesView; label: string }[]

const notes: Record<ResourcesView, string> = {
  databases: '国内外常用的文献数据库：是什么、怎样获取、去哪里',
  journals: '本馆文献所在的期刊，按分类、首字母、刊名或 ISSN 查找',
}

/** Renders the screen of resources: a directory of outside literature databases, or the journals of the library. */
export function ResourcesScreen() {
  const [params, setParams] = useAddressQuery()
  const chosen = params.get('view') ?? (JOURNAL_PARAMS.some((name) => params.has(name)) ? 'journals' : '')
  const view: ResourcesView = chosen === 'journals' ? 'journals' : 'databases'
  const show = (to: ResourcesView) =>
    setParams(() => new URLSearchParams(to === 'journals' ? { view: to } : {}))
  return (
    <>
      <PageHeader
        title="期刊与资源"
        note={notes[view]}
        actions={<Segmented aria-label="看什么" options={[...views]} value={view} onChange={show} />}
      />
      {view === 'journals' ? <JournalsView /> : <DatabasesView />}
    </>
  )
}
