import { api, nickNameRule } from '@scinav/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { setUserInfo, type User } from '../api/session.state.ts'
import { useWrite } from '../api/use-write.ts'
import { clearIssues, showIssues, textRule } from '../ui/fields/forms.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { CodeField } from './code-field.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import styles from './settings.module.css'

/** The fields of the form for the profile. */
interface ProfileValues {
  nick_name: string
  organization: string
}

/** Longest name that the server accepts, in characters. */
const MAX_NAME_CHARS = 40

/** Longest name of an institution that the server accepts, in characters. */
const MAX_ORGANIZATION_CHARS = 100

/** Renders the user's profile: the account, the contact addresses, and the editable name and organization. */
export function ProfileSetting({ user }: { user: User }) {
  const [form] = Form.useForm<ProfileValues>()
  const update = useWrite(api.user.updateProfile)
  const [problem, setProblem] = useState<string>()

  const save = async (values: ProfileValues) => {
    setProblem(undefined)
    // The call replaces the whole profile; the disciplines are chosen elsewhere.
    const answer = await update.mutateAsync({ ...values, subject_codes: user.subject_codes })
    if (!answer.success) return setProblem(showIssues(form, answer))
    setUserInfo(answer.data)
    toast('已保存个人资料')
  }
  const initial = { nick_name: user.nick_name, organization: user.organization ?? '' }
  return (
    <>
      <dl className={styles.facts}>
        <dt>账号</dt>
        <dd>{user.account}</dd>
        <dt>邮箱</dt>
        <dd>{user.email ?? '未填写'}</dd>
        <dt>手机号</dt>
        <dd>{user.phone ?? '未填写'}</dd>
      </dl>
      <ContactForm hasPassword={user.has_password !== false} />
      <Form
        form={form}
        name="profile"
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        onValuesChange={(changed) => clearIssues(form, changed)}
        onFinish={save}
      >
        <Form.Item name="nick_name" label="姓名或昵称" rules={[textRule(nickNameRule)]}>
          <Input autoComplete="name" maxLength={MAX_NAME_CHARS} />
        </Form.Item>
        <Form.Item name="organization" label="单位">
          <Input autoComplete="organization" maxLength={MAX_ORGANIZATION_CHARS} placeholder="选填" />
        </Form.Item>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button className={styles.below ?? ''} type="primary" htmlType="submit" loading={update.isPending}>
          保存
        </Button>
      </Form>
    </>
  )
}

/** The fields of the form for an e-mail address or a phone number. */
interface ContactValues {
  /** An e-mail address or phone number. */
  target: string
  /** The code that was sent to it. */
  code: string
  /** Absent for an account without a password. */
  password?: string
}

/** Renders the form that adds or replaces an e-mail address or phone number. */
function ContactForm({ hasPassword }: { hasPassword: boolean }) {
  const [form] = Form.useForm<ContactValues>()
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const setContact = useWrite(api.user.setContact)
  const save = async (values: ContactValues) => {
    setProblem(undefined)
    const answer = await setContact.mutateAsync(values)
    if (!answer.success) {
      if (answer.problem === 'account.wrong_password')
        return form.setFields([{ name: 'password', errors: [answer.message] }])
      return setProblem(showIssues(form, answer))
    }
    setUserInfo(answer.data)
    setOpen(false)
    toast(`已改为 ${values.target}`)
  }
  if (!open)
    return (
      <Button className={styles.contact ?? ''} onClick={() => setOpen(true)}>
        填写或更换邮箱、手机号
      </Button>
    )
  return (
    <Form
      form={form}
      className={styles.contact ?? ''}
      name="contact"
      layout="vertical"
      requiredMark={false}
      onValuesChange={(changed) => {
        setProblem(undefined)
        clearIssues(form, changed)
      }}
      onFinish={save}
    >
      <CodeField scene="contact" />
      {hasPassword ? (
        <OwnPasswordField autoFocus={false} />
      ) : (
        <p>您没有密码：用统一身份认证登录后 10 分钟内可以填写或更换。</p>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.below}>
        <Button type="primary" htmlType="submit" loading={setContact.isPending}>
          保存
        </Button>{' '}
        <Button onClick={() => setOpen(false)}>取消</Button>
      </div>
    </Form>
  )
}
