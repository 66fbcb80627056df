import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { checkAddress } from './check-address.ts'
import { EARLIER_PAGE_SIZE, EarlierList } from './earlier-list.tsx'

type CheckSummary = OutputOf<typeof api.manuscriptChecks.checks>['list'][number]

/** Names of the states of a check. */
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
    { page_num: page, page_size: EARLIER_PAGE_SIZE },
    { keepPrevious: true },
  )
  return (
    <EarlierList
      title="以前的核对"
      of={checks}
      empty={{ title: '还没有核对过稿件', note: '选一份稿件，核对列表、引文和格式' }}
      page={page}
      onPage={setPage}
      rowOf={(check: CheckSummary) => ({
        id: check.check_id,
        name: check.file_name,
        address: checkAddress(check.check_id),
        facts: <CheckFacts check={check} />,
      })}
      removedText={(name) => `已删除${inCorners(name)}的核对`}
      remove={(check_id, keepalive) => call(api.manuscriptChecks.remove, { check_id }, { keepalive })}
    />
  )
}

/** Renders the state of a check, the numbers of its findings and its dates. */
function CheckFacts({ check: { state, counts, created_at, expires_at } }: { check: CheckSummary }) {
  const isDone = state === 'completed' || state === 'cancelled'
  return (
    <>
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
    </>
  )
}
