import { api, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { doLater } from '../../ui/toasts/do-later.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { checkAddress } from './check-address.ts'
import styles from './manuscript-check.module.css'

type CheckSummary = OutputOf<typeof api.manuscriptChecks.checks>['list'][number]

const PAGE_SIZE = 10

const stateNames: Readonly<Record<CheckSummary['state'], string>> = {
  running: '正在核对',
  completed: '已完成',
  cancelled: '已停止',
  failed: '没有完成',
}

/** Renders the checks of the user, newest first, to open or delete. */
export function EarlierChecks() {
  const [page, setPage] = useState(1)
  const checks = useRead(
    api.manuscriptChecks.checks,
    { page_num: page, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  /** Checks whose deletion can still be undone. */
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const remove = ({ check_id, file_name }: CheckSummary) => {
    setRemoved((now) => new Set(now).add(check_id))
    doLater(
      `已删除「${file_name}」的核对`,
      async (keepalive) => {
        const answer = await call(api.manuscriptChecks.remove, { check_id }, { keepalive })
        if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
        await checks.refetch()
      },
      () => setRemoved((now) => new Set([...now].filter((id) => id !== check_id))),
    )
  }
  return (
    <section className={styles.earlier} aria-label="以前的核对">
      <h2>以前的核对</h2>
      <ReadView
        of={checks}
        what="以前的核对"
        isEmpty={({ list }) => list.every(({ check_id }) => removed.has(check_id))}
        empty={{ title: '还没有核对过稿件', note: '选一份稿件，核对列表、引文和格式' }}
      >
        {({ list, total }) => (
          <>
            <ul>
              {list
                .filter(({ check_id }) => !removed.has(check_id))
                .map((check) => (
                  <CheckRow key={check.check_id} check={check} onRemove={() => remove(check)} />
                ))}
            </ul>
            <Pages page={page} size={PAGE_SIZE} total={total} onPage={setPage} />
          </>
        )}
      </ReadView>
    </section>
  )
}

function CheckRow({ check, onRemove }: { check: CheckSummary; onRemove: () => void }) {
  const { check_id, file_name, state, counts, created_at, expires_at } = check
  const isDone = state === 'completed' || state === 'cancelled'
  return (
    <li>
      <Link to={checkAddress(check_id)}>{file_name}</Link>
      <span className={styles.quiet}>
        {stateNames[state]}
        {isDone && ` · 需处理 ${counts.fault} · 建议看 ${counts.check} · 提示 ${counts.info}`}
        {' · '}
        <RelativeTime at={created_at} />
        {expires_at && (
          <>
            {' · '}
            <RelativeTime at={expires_at} />
            删除
          </>
        )}
      </span>
      <QuietButton icon="trash" label={`删除：${file_name}`} onPress={onRemove} />
    </li>
  )
}
