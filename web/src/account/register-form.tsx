import { accountRule, api, nickNameRule } from '@scinav/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Failure } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { forgetIssues, showIssues } from '../ui/fields/form-issues.ts'
import { textRule } from '../ui/fields/text-rule.ts'
import { Notice } from '../ui/views/notice.tsx'
import { CodeField } from './code-field.tsx'
import { ConsentBox } from './consent-box.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useSetupToken } from './use-setup-token.ts'

interface Values {
  account: string
  nick_name: string
  target: string
  code: string
  password: string
  organization?: string
  setup_token?: string
  agree: true
}

/** The fields of a new account. What the server refuses stands beside the field it is about. */
export function RegisterForm() {
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const register = useWrite(api.user.register)
  const [problem, setProblem] = useState<string>()
  const setupToken = useSetupToken()

  const refuse = (failure: Failure) => {
    if (failure.problem === 'account.taken' && !failure.issues)
      form.setFields([{ name: 'account', errors: [failure.message] }])
    setProblem(showIssues(form, failure))
  }
  const submit = async (values: Values) => {
    setProblem(undefined)
    const answer = await register.mutateAsync({ ...values, subject_codes: [] })
    if (answer.success) navigate('/home', { replace: true })
    else refuse(answer)
  }
  return (
    <Form
      form={form}
      name="register"
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ focus: true }}
      onValuesChange={(changed) => forgetIssues(form, changed)}
      onFinish={submit}
    >
      <Form.Item
        name="account"
        label="账号"
        rules={[textRule(accountRule)]}
        validateTrigger="onBlur"
        extra="3–32 位，以字母开头，可用数字、点、横线和下划线"
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="nick_name"
        label="姓名或昵称"
        rules={[textRule(nickNameRule)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="name" maxLength={40} />
      </Form.Item>
      <CodeField />
      <NewPasswordField label="密码" />
      <Form.Item name="organization" label="单位（选填）">
        <Input autoComplete="organization" maxLength={100} />
      </Form.Item>
      {setupToken !== undefined && (
        <Form.Item
          name="setup_token"
          label="初始化口令"
          initialValue={setupToken}
          extra="服务器首次启动时打印在终端里；填写后，这个账号成为管理员"
        >
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <ConsentBox />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="primary" htmlType="submit" block loading={register.isPending} style={{ marginTop: 16 }}>
        注册
      </Button>
    </Form>
  )
}
