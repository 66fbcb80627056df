import { api, type OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import shared from '../operator.module.css'
import { RanksForm } from './ranks-form.tsx'

/** Renders the operator's panel of journal rank lists; none is shipped, all are imported. */
export function RanksPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="期刊级别" width={920} onClose={onClose}>
      <RanksForm />
      <RanksTables />
    </Panel>
  )
}

type RankTable = OutputOf<typeof api.library.ranks>[number]

/** Renders the imported lists; deleting one asks for confirmation, as it can only be imported again. */
function RanksTables() {
  const tables = useRead(api.library.ranks, {})
  return (
    <section className={shared.tables} aria-label="已导入的级别表">
      <h3>已导入</h3>
      <ReadView
        of={tables}
        what="级别表"
        isEmpty={(list: RankTable[]) => list.length === 0}
        empty={{
          title: '还没有级别表',
          note: '级别表由各机构授权发布，产品不附带；导入后，期刊和文献会标出级别与年份',
        }}
      >
        {(list) => (
          <ul>
            {list.map((table) => (
              <TableRow key={`${table.list} ${table.year}`} table={table} />
            ))}
          </ul>
        )}
      </ReadView>
    </section>
  )
}

/** Renders an imported rank list with its removal, which asks first. */
function TableRow({ table: { list, year, rows, matched, created_at } }: { table: RankTable }) {
  const [isConfirming, setConfirming] = useState(false)
  const remove = useWrite(api.library.removeRanks, {
    refreshes: [api.library.ranks, api.papers.journals, api.papers.search],
  })
  const name = `${list} ${year}`
  const removeTable = async () => {
    const answer = await remove.mutateAsync({ list, year })
    if (answer.success) return toast(`已移除 ${name}`)
    setConfirming(false)
    toast(`没有移除：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li className={shared.row}>
      <div className={shared.words}>
        <div className={shared.name}>{name}</div>
        <div className={shared.quiet}>
          {formatCount(rows)} 行，{formatCount(matched)} 种期刊在库中 · <RelativeTime at={created_at} />
          导入
        </div>
      </div>
      {isConfirming ? (
        <div className={shared.sure}>
          <span>期刊和文献将不再标出 {name}</span>
          <Button
            danger
            autoFocus
            aria-label={`确认移除 ${name}`}
            loading={remove.isPending}
            onClick={removeTable}
          >
            移除
          </Button>
          <Button onClick={() => setConfirming(false)}>取消</Button>
        </div>
      ) : (
        <Button aria-label={`移除 ${name}`} onClick={() => setConfirming(true)}>
          移除
        </Button>
      )}
    </li>
  )
}
