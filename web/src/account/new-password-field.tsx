import { passwordRule } from '@scinav/contract'
import { Form, Input } from 'antd'
import { textRule } from '../ui/fields/text-rule.ts'
import { PasswordMeter } from './password-meter.tsx'

/** A field for a new password that says how good it is while it is being typed. */
export function NewPasswordField({ label }: { label: string }) {
  const typed = Form.useWatch<string | undefined>('password') ?? ''
  return (
    <Form.Item
      name="password"
      label={label}
      rules={[textRule(passwordRule)]}
      validateTrigger="onBlur"
      extra={<PasswordMeter password={typed} />}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}
