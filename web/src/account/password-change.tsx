import { api, enteredPasswordRule } from '@scinav/contract'
import { Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { clearIssues, showIssues, textRule } from '../ui/fields/forms.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface Values {
  old_password?: string
  password: string
  keep_tokens?: boolean
}

/**
 * Renders the change of the password. It logs out every other device and, unless they are kept, revokes access tokens.
 */
export function PasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const [form] = Form.useForm<Values>()
  const change = useWrite(api.user.changePassword, {
    refreshes: [api.user.current, api.user.sessions, api.tokens.list],
  })
  const [problem, setProblem] = useState<string>()

  const save = async (values: Values) => {
    setProblem(undefined)
    const answer = await change.mutateAsync(values)
    if (answer.success) {
      form.resetFields()
      const ended = answer.data.tokens_ended
      return toast(`密码已修改，其他设备已退出登录${ended > 0 ? `，${ended} 个访问令牌已撤销` : ''}`)
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
