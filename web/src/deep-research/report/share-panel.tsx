import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './report.module.css'

/** The lifetimes of a link that can be chosen, in days. */
const LIFETIMES_DAYS = [7, 30, 90, 365] as const
/** Days after which a new link expires unless another lifetime is chosen. */
const DEFAULT_LIFETIME_DAYS = 30

/** The lifetime, in days, that stands for a link that does not expire. */
const NO_EXPIRY = 0

interface Props {
  report_id: string
  onClose: () => void
}

/** Renders the panel that creates a public read-only link to a report, shows it once, and revokes it. */
export function SharePanel({ report_id, onClose }: Props) {
  const refreshes = { refreshes: [api.deepResearch.shared] }
  const { data } = useRead(api.deepResearch.shared, { kind: 'report', id: report_id })
  const create = useWrite(api.deepResearch.share, refreshes)
  const revoke = useWrite(api.deepResearch.unshare, refreshes)
  const [days, setDays] = useState<number>(DEFAULT_LIFETIME_DAYS)
  /** The link just created, which the server does not return again; `''` before that. */
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const createLink = async () => {
    setProblem(undefined)
    const expires = days === NO_EXPIRY ? {} : { expires_in_days: days }
    const answer = await create.mutateAsync({ kind: 'report', id: report_id, ...expires })
    if (answer.success) setAddress(new URL(answer.data.path, location.origin).href)
    else setProblem(`没有生成：${answer.message}`)
  }
  const revokeLink = async () => {
    setProblem(undefined)
    const answer = await revoke.mutateAsync({ kind: 'report', id: report_id })
    if (!answer.success) return setProblem(`没有收回：${answer.message}`)
    setAddress('')
    toast('已收回，原来的链接不能再打开')
  }
  const shared = data?.share
  return (
    <Panel title="分享报告" width={480} fit onClose={onClose}>
      <div className={styles.share}>
        <p>有链接的人不用登录就能看这份报告，只能看，不能改；报告改过后，对方看到的也是新的。</p>
        <Notice>报告里摘录的原文会一起公开，包括您自己知识库和附件里的内容，请先确认可以公开。</Notice>
        {shared && (
          <p role="status">
            正在分享：
            <RelativeTime at={shared.created_at} />
            生成，
            {shared.expires_at ? `${shared.expires_at.slice(0, 10)} 到期` : '长期有效'}
          </p>
        )}
        {address && <ShareAddress address={address} />}
        <label className={styles.span}>
          有效期
          <select
            className={fields.choice}
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
          >
            {LIFETIMES_DAYS.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {lifetime} 天
              </option>
            ))}
            <option value={NO_EXPIRY}>长期</option>
          </select>
        </label>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.actions}>
          <ActionButton
            name={shared ? '换一个链接' : '生成链接'}
            primary={!shared}
            busy={create.isPending}
            onPress={() => void createLink()}
          />
          {shared && <ActionButton name="收回" busy={revoke.isPending} onPress={() => void revokeLink()} />}
        </div>
      </div>
    </Panel>
  )
}

/** Renders the address of a shared report with a button that copies it. */
function ShareAddress({ address }: { address: string }) {
  const copy = async () => toast((await copyText(address)) ? '已复制链接' : '没有复制成功，请手动选择后复制')
  return (
    <>
      <div className={styles.address}>
        <input
          className={fields.field}
          aria-label="报告的链接"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <ActionButton name="复制" onPress={() => void copy()} />
      </div>
      <p className={styles.quiet}>链接只在这里显示这一次；换一个链接，原来的就不能再打开。</p>
    </>
  )
}
