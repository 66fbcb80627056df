import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import type { Dataset } from '../list/lists.ts'
import styles from './overview.module.css'

type SavedSearch = OutputOf<typeof api.datasets.savedSearch>

/** Maximum length of a query that the server accepts, in characters. */
const MAX_QUERY_CHARS = 2_000
/** How many papers a saved search adds at most, unless the user chooses another number. */
const DEFAULT_MAX_PAPERS = 2_000
/** The greatest such number that the user may choose. */
const MAX_PAPERS = 20_000

/** Renders the saved search of a public knowledge base: papers that match it are added every hour. */
export function SavedSearchPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const saved = useRead(api.datasets.savedSearch, { dataset_id: dataset.id })
  return (
    <Panel title={`按检索式更新${inCorners(dataset.name)}`} width={560} fit onClose={onClose}>
      <ReadView of={saved} what="检索式">
        {(search) => <SavedSearchForm dataset={dataset} saved={search} onClose={onClose} />}
      </ReadView>
    </Panel>
  )
}

interface SavedSearchFormProps {
  dataset: Dataset
  /** The saved search; null when none is saved. */
  saved: SavedSearch
  onClose: () => void
}

/** Renders the query that keeps a list up to date, its limit, and its removal. */
function SavedSearchForm({ dataset, saved, onClose }: SavedSearchFormProps) {
  const refreshes = [api.datasets.savedSearch, api.datasets.documents, api.datasets.figures, api.datasets.all]
  const save = useWrite(api.datasets.saveSearch, { refreshes })
  const remove = useWrite(api.datasets.removeSearch, { refreshes })
  const [query, setQuery] = useState(saved?.query ?? '')
  const [maxPapers, setMaxPapers] = useState(String(saved?.most ?? DEFAULT_MAX_PAPERS))
  const [problem, setProblem] = useState<string>()
  const saveSearch = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const answer = await save.mutateAsync({ dataset_id: dataset.id, query, most: Number(maxPapers) })
    if (!answer.success) return setProblem(answer.issues?.[0]?.message ?? answer.message)
    toast('已保存，正在按检索式加入文献')
    onClose()
  }
  const removeSearch = async () => {
    setProblem(undefined)
    const answer = await remove.mutateAsync({ dataset_id: dataset.id })
    if (!answer.success) return setProblem(answer.message)
    toast('已停止更新，加入的文献仍在')
    onClose()
  }
  return (
    <form className={styles.form} onSubmit={saveSearch}>
      <p className={styles.quiet}>
        符合检索式的文献会加入这个知识库，以后每小时加入新到的；被移除的文献不会再加入。
      </p>
      <label>
        检索式
        <input
          className={fields.field}
          value={query}
          maxLength={MAX_QUERY_CHARS}
          placeholder="TI:(固态电解质) AND PY>=2020"
          onChange={({ target }) => setQuery(target.value)}
        />
      </label>
      <label>
        最多收录篇数
        <input
          className={fields.field}
          type="number"
          min={1}
          max={MAX_PAPERS}
          value={maxPapers}
          onChange={({ target }) => setMaxPapers(target.value)}
        />
      </label>
      {saved && <LastRun saved={saved} />}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.buttons}>
        {saved && <Button onClick={() => void removeSearch()}>停止更新</Button>}
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={query.trim() === ''}>
          保存
        </Button>
      </div>
    </form>
  )
}

/** Renders how many papers a saved search has added, and when and how it last ran. */
function LastRun({ saved: { added, checked_at, error } }: { saved: NonNullable<SavedSearch> }) {
  return (
    <>
      <p className={styles.quiet}>
        已加入 {formatCount(added)} 篇，
        {checked_at ? (
          <>
            <RelativeTime at={checked_at} />
            检查
          </>
        ) : (
          '还没有检查'
        )}
      </p>
      {error && <Notice tone="warning">上次检查没有完成：{error}</Notice>}
    </>
  )
}
