import { api, enteredPasswordRule, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import type { User } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { clearIssues, showIssues, textRule } from '../ui/fields/forms.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './settings.module.css'
import { SignOns } from './sign-ons.tsx'

/** Renders the logged-in devices and the log-in methods: single sign-on and password. */
export function SecuritySetting({ user }: { user: User }) {
  return (
    <>
      <div className={styles.block}>
        <h3>登录设备</h3>
        <SessionList />
      </div>
      <SignOns hasPassword={user.has_password !== false} />
      <div className={styles.block}>
        <h3>修改密码</h3>
        <PasswordChange hasPassword={user.has_password !== false} />
      </div>
    </>
  )
}

type Session = OutputOf<typeof api.user.sessions>[number]

/** Renders the devices that are logged in; every other one can be logged out. */
function SessionList() {
  const sessions = useRead(api.user.sessions, {})
  const endSession = useWrite(api.user.endSession, { refreshes: [api.user.sessions] })

  /** Logs out one device, or without an id all others, and reports it with `doneText`. */
  const end = async (doneText: string, session_id?: string) => {
    const answer = await endSession.mutateAsync({ session_id })
    if (answer.success) toast(doneText)
    else toast(`没有退出：${answer.message}`, { tone: 'bad' })
  }
  return (
    <ReadView of={sessions} what="登录记录">
      {(list) => (
        <>
          <ul>
            {list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => void end(`已退出${inCorners(session.device)}`, session.id)}
              />
            ))}
          </ul>
          {list.length > 1 && (
            <Button className={styles.below ?? ''} onClick={() => void end('已退出其他所有设备')}>
              退出其他所有设备
            </Button>
          )}
        </>
      )}
    </ReadView>
  )
}

/** Renders a session: device, place and time, and for others than the current one a button that ends it. */
function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className={styles.session}>
      <div>
        {session.device}
        {session.current && <span className={styles.now}>本机</span>}
        <small>
          {session.ip}，<RelativeTime at={session.last_seen_at} />
          活动
        </small>
      </div>
      {!session.current && (
        <Button aria-label={`退出${inCorners(session.device)}`} onClick={onEnd}>
          退出
        </Button>
      )}
    </li>
  )
}

/** The fields of the form for a new password. */
interface PasswordValues {
  /** Absent for accounts without a password. */
  old_password?: string
  password: string
  keep_tokens?: boolean
}

/**
 * Renders the change of the password. It logs out every other device and, unless they are kept, revokes access tokens.
 */
function PasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const [form] = Form.useForm<PasswordValues>()
  const change = useWrite(api.user.changePassword, {
    refreshes: [api.user.current, api.user.sessions, api.tokens.list],
  })
  const [problem, setProblem] = useState<string>()

  const save = async (values: PasswordValues) => {
    setProblem(undefined)
    const answer = await change.mutateAsync(values)
    if (answer.success) {
      form.resetFields()
      const revoked = answer.data.tokens_ended
      return toast(`密码已修改，其他设备已退出登录${revoked > 0 ? `，${revoked} 个访问令牌已撤销` : ''}`)
    }
    if (answer.problem === 'account.wrong_password')
      return form.setFields([{ name: 'old_password', errors: [answer.message] }])
    setProblem(showIssues(form, answer))
  }
  return (
    <Form
      form={form}
      name="password"
      layout="vertical"
      requiredMark={false}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={save}
    >
      {hasPassword ? (
        <Form.Item
          name="old_password"
          label="当前密码"
          rules={[textRule(enteredPasswordRule)]}
          validateTrigger="onSubmit"
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      ) : (
        <p>您还没有密码，一直用统一身份认证登录。请在登录后 10 分钟内设置。</p>
      )}
      <NewPasswordField label="新密码" />
      <Form.Item
        name="keep_tokens"
        valuePropName="checked"
        extra="不勾选时访问令牌会撤销，使用它们的程序要换成新令牌；怀疑密码已泄露时请不要勾选。"
      >
        <Checkbox>保留访问令牌</Checkbox>
      </Form.Item>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button htmlType="submit" loading={change.isPending}>
        {hasPassword ? '修改密码' : '设置密码'}
      </Button>
    </Form>
  )
}
