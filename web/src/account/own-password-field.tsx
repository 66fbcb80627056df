import { Form, Input } from 'antd'

/** Renders the password field that confirms actions somebody who merely sits at the machine must not perform. */
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
