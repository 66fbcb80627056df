import { api, codeRule, contactRule, type InputOf } from '@scinav/contract'
import { Button, Form, Input, Space } from 'antd'
import { useEffect, useState } from 'react'
import type { Failure } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { textRule } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './account.module.css'

/** Number of digits of a code. */
const CODE_DIGITS = 6

/**
 * Renders fields for an e-mail address or phone number (`target`) and for the code that proves its ownership (`code`),
 * as part of the form around them. 获取验证码 sends the code and moves the focus to its field.
 */
export function CodeField({ scene }: { scene: 'register' | 'contact' }) {
  const form = Form.useFormInstance()
  const { send, secondsLeft, notice, isSending } = useCodeSending(scene)

  const requestCode = async () => {
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
          <Button onClick={requestCode} loading={isSending} disabled={secondsLeft > 0}>
            {secondsLeft > 0 ? `${secondsLeft} 秒后可重发` : '获取验证码'}
          </Button>
        </Space.Compact>
      </Form.Item>
      {notice && (
        <div className={styles.delivery}>
          <Notice>{notice}</Notice>
        </div>
      )}
      <Form.Item name="code" label="验证码" required rules={[textRule(codeRule)]} validateTrigger="onBlur">
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={CODE_DIGITS}
          placeholder="6 位数字"
        />
      </Form.Item>
    </>
  )
}

/** Minimum time between two codes, in seconds; after a refusal the server may name another one. */
const RESEND_PAUSE_SECONDS = 60

/** What a code is sent for. */
type Scene = InputOf<typeof api.user.sendCode>['scene']

/**
 * Returns the function that sends a code to an address (it resolves to the failure, if any), the seconds until the next
 * code may be requested, and the notice about the last code sent, `''` before the first.
 */
function useCodeSending(scene: Scene) {
  const sendCode = useWrite(api.user.sendCode)
  /** When the next code may be requested, in milliseconds since 1970; 0 is at once. */
  const [freeAt, setFreeAt] = useState(0)
  const [notice, setNotice] = useState('')
  const secondsLeft = useSecondsUntil(freeAt)

  const pause = (seconds: number) => setFreeAt(Date.now() + seconds * 1_000)
  const send = async (target: string): Promise<Failure | undefined> => {
    const answer = await sendCode.mutateAsync({ target, scene })
    if (!answer.success) {
      if (answer.retry_after) pause(answer.retry_after)
      return answer
    }
    pause(RESEND_PAUSE_SECONDS)
    setNotice(answer.data.notice ?? `验证码已发送，${Math.round(answer.data.expires_in / 60)} 分钟内有效`)
    return undefined
  }
  return { send, secondsLeft, notice, isSending: sendCode.isPending }
}

/** Interval of the countdown, in milliseconds; short enough that no second is skipped. */
const COUNTDOWN_INTERVAL_MS = 250

/** Returns the whole seconds left until a moment, given in milliseconds since 1970, counting down; 0 once it passed. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (moment <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= moment) clearInterval(timer)
    }, COUNTDOWN_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.ceil((moment - now) / 1_000))
}
