import { api, givenPasswordRule } from '@scinav/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { forgetIssues, showIssues } from '../ui/form-issues.ts'
import { Notice } from '../ui/notice.tsx'
import { textRule } from '../ui/text-rule.ts'
import { toast } from '../ui/toast.state.ts'
import { NewPasswordField } from './new-password-field.tsx'

interface Values {
  old_password: string
  password: string
}

/** A new password; every other device is logged out by it. */
export function PasswordChange() {
  const [form] = Form.useForm<Values>()
  const change = useWrite(api.user.changePassword, { refreshes: [api.user.sessions] })
  const [problem, setProblem] = useState<string>()

  const save = async (values: Values) => {
    setProblem(undefined)
    const answer = await change.mutateAsync(values)
    if (answer.success) {
      form.resetFields()
      return toast('密码已修改，其他设备已退出登录')
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
      onValuesChange={(changed) => forgetIssues(form, changed)}
      onFinish={save}
    >
      <Form.Item
        name="old_password"
        label="当前密码"
        rules={[textRule(givenPasswordRule)]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <NewPasswordField label="新密码" />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button htmlType="submit" loading={change.isPending}>
        修改密码
      </Button>
    </Form>
  )
}
