import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { RenameField } from '../../ui/fields/rename-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useDebounced } from '../../ui/timing.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { runAddress } from '../state/address.ts'
import { depthName, isEnded, researchStateNames, styleName } from '../state/research-labels.ts'
import styles from './runs.module.css'

/** Number of researches on a page. */
const PAGE_SIZE = 20
/** Longest keyword that the call accepts, in characters. */
const MAX_KEYWORD_CHARS = 200

/**
 * Renders the user's research runs, running ones included: searchable by title and question. `current` is the id of the
 * open one, `''` for none.
 */
export function Runs({ current = '' }: { current?: string }) {
  const [text, setText] = useState('')
  const [page_num, setPage] = useState(1)
  const keyword = useDebounced(text.trim())
  const runs = useRead(
    api.deepResearch.runs,
    { page_num, page_size: PAGE_SIZE, keyword },
    { keepPrevious: true },
  )
  const isWithoutRuns = runs.data?.total === 0 && keyword === ''
  return (
    <>
      {!isWithoutRuns && (
        <input
          type="search"
          className={fields.field}
          aria-label="在历次报告里找"
          placeholder="题目或问题"
          maxLength={MAX_KEYWORD_CHARS}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setPage(1)
          }}
        />
      )}
      <ReadView of={runs} what="历次报告">
        {({ list, total }) =>
          total === 0 ? (
            <p className={styles.none}>
              {keyword
                ? `没有与${inCorners(keyword)}相符的报告`
                : '还没有报告。研究过的问题会列在这里，中途离开也能回来接着看。'}
            </p>
          ) : (
            <>
              <ul>
                {list.map((run) => (
                  <RunRow key={run.run_id} run={run} isCurrent={run.run_id === current} />
                ))}
              </ul>
              {total > PAGE_SIZE && <Pages page={page_num} size={PAGE_SIZE} total={total} onPage={setPage} />}
            </>
          )
        }
      </ReadView>
    </>
  )
}

type RunSummary = OutputOf<typeof api.deepResearch.runs>['list'][number]

/** Maximum length of a report's title that the server accepts, in characters. */
const MAX_TITLE_CHARS = 200

/** Renders a research run in a list as a link, with a menu to rename and delete it. */
function RunRow({ run, isCurrent }: { run: RunSummary; isCurrent: boolean }) {
  const { run_id, title, question, state, report_style, depth, engine, created_at } = run
  const [renaming, setRenaming] = useState(false)
  const { rename, remove } = useRunActions(run)
  const name = title || question
  if (renaming)
    return (
      <li>
        <RenameField
          label="报告的标题"
          name={name}
          maxLength={MAX_TITLE_CHARS}
          onRename={(next) => void rename(next)}
          onClose={() => setRenaming(false)}
        />
      </li>
    )
  return (
    <li className={styles.row} data-current={isCurrent}>
      <Link to={runAddress(run_id)} aria-current={isCurrent ? 'page' : undefined}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>
          <span data-state={state}>{researchStateNames[state]}</span>
          <span>{styleName(report_style)}</span>
          {engine === 'model' && <span>{depthName(depth)}</span>}
          <RelativeTime at={created_at} />
        </span>
      </Link>
      <MenuButton
        label={`${inCorners(name)}的操作`}
        button={<Icon name="more" size={16} />}
        actions={[
          { name: '重命名', icon: 'edit', run: () => setRenaming(true) },
          { name: isEnded(state) ? '删除' : '停止并删除', icon: 'trash', run: () => void remove() },
        ]}
      />
    </li>
  )
}

/** The reads that a change of a research makes stale. */
const refreshes = [api.deepResearch.runs, api.deepResearch.run, api.deepResearch.report]

/** A research with the texts that name it. */
interface NamedRun {
  run_id: string
  title: string
  question: string
}

/** Renames, deletes and restores a research run. */
function useRunActions({ run_id, title, question }: NamedRun) {
  const renaming = useWrite(api.deepResearch.rename, { refreshes })
  const removing = useWrite(api.deepResearch.remove, { refreshes: [api.deepResearch.runs] })
  const restoring = useWrite(api.deepResearch.restore, { refreshes })
  /** Returns whether a write succeeded, and reports a failure to the user. */
  const succeeded = (answer: { success: boolean; message?: string }) => {
    if (!answer.success) toast(`没有完成：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return {
    rename: async (next: string) => succeeded(await renaming.mutateAsync({ run_id, title: next })),
    remove: async () => {
      if (!succeeded(await removing.mutateAsync({ run_id }))) return false
      const undo = () => void restoring.mutateAsync({ run_id }).then(succeeded)
      toast(`已删除${inCorners(title || question)}`, { undo })
      return true
    },
  }
}
