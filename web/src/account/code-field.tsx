import { codeRule, contactRule } from '@scinav/contract'
import { Button, Form, Input, Space } from 'antd'
import { textRule } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './account.module.css'
import { useCodeSending } from './use-code-sending.ts'

/** Renders fields for an e-mail address or phone number and for the code that proves its ownership. */
export function CodeField({ scene }: { scene: 'register' | 'contact' }) {
  const form = Form.useFormInstance()
  const { send, left, notice, busy } = useCodeSending(scene)

  const ask = async () => {
    const target: unknown = await form.validateFields(['target']).then(
      (values) => values.target,
      () => undefined,
    )
    if (typeof target !== 'string') return
    const failure = await send(target)
    if (failure)
      form.setFields([{ name: 'target', errors: [failure.issues?.[0]?.message ?? failure.message] }])
    else form.getFieldInstance('code')?.focus()
  }
  return (
    <>
      <Form.Item label="邮箱或手机号" required>
        <Space.Compact block>
          <Form.Item name="target" noStyle rules={[textRule(contactRule)]} validateTrigger="onBlur">
            <Input autoComplete="email" aria-label="邮箱或手机号" />
          </Form.Item>
          <Button onClick={ask} loading={busy} disabled={left > 0}>
            {left > 0 ? `${left} 秒后可重发` : '获取验证码'}
          </Button>
        </Space.Compact>
      </Form.Item>
      {notice && (
        <div className={styles.delivery}>
          <Notice>{notice}</Notice>
        </div>
      )}
      <Form.Item name="code" label="验证码" required rules={[textRule(codeRule)]} validateTrigger="onBlur">
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} placeholder="6 位数字" />
      </Form.Item>
    </>
  )
}
