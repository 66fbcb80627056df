import { Form, Input } from 'antd'

/** Renders the password field that protects an action from a stranger who finds the browser logged in. */
export function OwnPasswordField({ autoFocus = true }: { autoFocus?: boolean }) {
  return (
    <Form.Item
      name="password"
      label="输入密码以确认"
      rules={[{ required: true, message: '请填写密码' }]}
      validateTrigger="onSubmit"
    >
      <Input.Password autoComplete="current-password" autoFocus={autoFocus} />
    </Form.Item>
  )
}
