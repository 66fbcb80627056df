import { Form, Input } from 'antd'

/** The password with which a person confirms what cannot be done by whoever merely sits at the machine. */
export function OwnPasswordField() {
  return (
    <Form.Item
      name="password"
      label="输入密码以确认"
      rules={[{ required: true, message: '请填写密码' }]}
      validateTrigger="onSubmit"
    >
      <Input.Password autoComplete="current-password" autoFocus />
    </Form.Item>
  )
}
