import { api } from '@scinav/contract'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { logOutTo } from '../api/login-redirect.ts'
import { useWrite } from '../api/use-write.ts'
import { forgetUploads } from '../documents/upload/forget-uploads.ts'
import { clearIssues, showIssues } from '../ui/fields/forms.ts'
import { DeletionNotice } from '../ui/views/deletion-notice.tsx'
import { Notice } from '../ui/views/notice.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import styles from './settings.module.css'

interface Props {
  deleteAt: string | null
  hasPassword: boolean
}

/** Renders the request to delete the account, or its cancellation while that is possible. */
export function AccountDeletion({ deleteAt, hasPassword }: Props) {
  return deleteAt ? <DeletionNotice at={deleteAt} /> : <DeletionForm hasPassword={hasPassword} />
}

function DeletionForm({ hasPassword }: Pick<Props, 'hasPassword'>) {
  const [form] = Form.useForm<{ password?: string }>()
  const [sure, setSure] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = useWrite(api.user.remove)

  const go = async (values: { password?: string }) => {
    setProblem(undefined)
    const answer = await remove.mutateAsync(values)
    if (answer.success) {
      await forgetUploads()
      return logOutTo(answer.data)
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
      {!sure && (
        <Button danger onClick={() => setSure(true)}>
          注销账号
        </Button>
      )}
      {sure && (
        <Form
          form={form}
          name="removal"
          layout="vertical"
          requiredMark={false}
          onValuesChange={(changed) => clearIssues(form, changed)}
          onFinish={go}
        >
          {hasPassword ? <OwnPasswordField /> : <p>您没有密码：用统一身份认证登录后 10 分钟内可以注销。</p>}
          {problem && <Notice tone="bad">{problem}</Notice>}
          <Button danger type="primary" htmlType="submit" loading={remove.isPending}>
            确认注销
          </Button>{' '}
          <Button type="text" onClick={() => setSure(false)}>
            取消
          </Button>
        </Form>
      )}
    </>
  )
}
