import { api } from '@scinav/contract'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { logOutTo } from '../api/login-redirect.ts'
import type { User } from '../api/session.state.ts'
import { useWrite } from '../api/use-write.ts'
import { forgetUploads } from '../documents/upload/forget-uploads.ts'
import { clearIssues, showIssues } from '../ui/fields/forms.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { DeletionNotice } from '../ui/views/deletion-notice.tsx'
import { Notice } from '../ui/views/notice.tsx'
import { type Job, WatchedJob } from '../ui/views/watched-job.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import styles from './settings.module.css'

/** Renders the data export and the deletion of the account. */
export function DataSetting({ user }: { user: User }) {
  // Only `false` says that the account has none, so that sign-on alone opens it.
  const hasPassword = user.has_password !== false
  return (
    <>
      <div className={styles.block}>
        <h3>导出我的数据</h3>
        <p className={styles.quiet}>把账号里保存的全部内容打包成一个 zip 文件，保留 7 天。</p>
        <DataExport />
      </div>
      <div className={styles.block}>
        <h3>注销账号</h3>
        <AccountDeletion deleteAt={user.delete_at} hasPassword={hasPassword} />
      </div>
    </>
  )
}

interface DeletionProps {
  /** The moment of the scheduled deletion; null when none is scheduled. */
  deleteAt: string | null
  hasPassword: boolean
}

/** Renders the request to delete the account, or its cancellation while that is possible. */
function AccountDeletion({ deleteAt, hasPassword }: DeletionProps) {
  return deleteAt ? <DeletionNotice at={deleteAt} /> : <DeletionForm hasPassword={hasPassword} />
}

/** Renders the button that asks for the deletion, then its confirmation, with the password if there is one. */
function DeletionForm({ hasPassword }: Pick<DeletionProps, 'hasPassword'>) {
  const [form] = Form.useForm<{ password?: string }>()
  const [isConfirming, setConfirming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = useWrite(api.user.remove)

  const deleteAccount = async (values: { password?: string }) => {
    setProblem(undefined)
    const answer = await remove.mutateAsync(values)
    if (answer.success) {
      const logoutUrl = answer.data
      await forgetUploads()
      return logOutTo(logoutUrl)
    }
    if (answer.problem === 'account.wrong_password')
      return form.setFields([{ name: 'password', errors: [answer.message] }])
    setProblem(showIssues(form, answer))
  }
  return (
    <>
      <p className={styles.quiet}>
        所有设备会立即退出登录，30 天后账号和数据永久删除。30 天内重新登录就可以撤销。
      </p>
      {!isConfirming && (
        <Button danger onClick={() => setConfirming(true)}>
          注销账号
        </Button>
      )}
      {isConfirming && (
        <Form
          form={form}
          name="removal"
          layout="vertical"
          requiredMark={false}
          onValuesChange={(changed) => clearIssues(form, changed)}
          onFinish={deleteAccount}
        >
          {hasPassword ? <OwnPasswordField /> : <p>您没有密码：用统一身份认证登录后 10 分钟内可以注销。</p>}
          {problem && <Notice tone="bad">{problem}</Notice>}
          <Button danger type="primary" htmlType="submit" loading={remove.isPending}>
            确认注销
          </Button>{' '}
          <Button type="text" onClick={() => setConfirming(false)}>
            取消
          </Button>
        </Form>
      )}
    </>
  )
}

/**
 * Renders the start of the data export, its progress, and the download. It follows the export that was started here;
 * when it is rendered anew, it offers a new start.
 */
function DataExport() {
  const [jobId, setJobId] = useState<string>()
  const start = useWrite(api.user.exportData)
  const startExport = async () => {
    const answer = await start.mutateAsync({})
    if (answer.success) setJobId(answer.data.job_id)
    else toast(`没有开始导出：${answer.message}`, { tone: 'bad' })
  }
  if (jobId)
    return (
      <WatchedJob jobId={jobId} title="正在打包">
        {(job) => <ExportOutcome job={job} onAgain={() => setJobId(undefined)} />}
      </WatchedJob>
    )
  return (
    <Button loading={start.isPending} onClick={startExport}>
      开始导出
    </Button>
  )
}

/** Returns the address of an export's file. It is a plain link, because the browser saves a file of any size itself. */
const exportAddress = (jobId: string): string => `/api/user/export/${encodeURIComponent(jobId)}`

/** Renders how an export ended: its download, or why there is none and a new start. */
function ExportOutcome({ job, onAgain }: { job: Job; onAgain: () => void }) {
  if (job.state === 'done')
    return (
      <Notice
        action={
          <Button type="primary" href={exportAddress(job.id)} download>
            下载
          </Button>
        }
      >
        打包完成
      </Notice>
    )
  return (
    <Notice tone="warning" action={<Button onClick={onAgain}>重新开始</Button>}>
      {job.state === 'cancelled' ? '已取消导出' : (job.error ?? '导出没有完成')}
    </Notice>
  )
}
