import { api, type LinkResult, type OutputOf } from '@scinav/contract'
import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Failure } from '../api/call.ts'
import { goTo } from '../api/login-redirect.ts'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { clearIssues, showIssues } from '../ui/fields/forms.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import styles from './settings.module.css'

type SignOn = OutputOf<typeof api.user.signOns>[number]

/** What the user is told when the institution's page has led back here with `?sign_on=` and the result. */
const linkResultTexts: Record<LinkResult, string> = {
  done: '已绑定。以后可以用统一身份认证登录这个账号。',
  // Another account has the identity.
  taken:
    '没有绑定：这个身份已用于登录另一个账号。请退出后用统一身份认证登录那个账号，在这里设置密码并解除绑定，再回到这个账号绑定。',
  // The account already has another identity of this sign-on.
  other: '没有绑定：这个账号已绑定了另一个身份，请先解除绑定。',
  // The session that came back is not the one that started the linking.
  session: '没有绑定：开始绑定之后换了账号、浏览器或重新登录过。请重新绑定。',
  failed: '没有绑定：统一身份认证没有完成，可能是取消了或等待超过了 10 分钟。请重试；仍不行时请联系管理员。',
}

interface SignOnsProps {
  /** Whether the account has a password, which then confirms each change. */
  hasPassword: boolean
}

/**
 * Renders the institution's single sign-ons and which are linked to the account; nothing while they load and when there
 * are none.
 */
export function SignOns({ hasPassword }: SignOnsProps) {
  const signOns = useRead(api.user.signOns, {})
  const result = useLinkResult()
  if (!(signOns.error || signOns.data?.length)) return null
  return (
    <div className={styles.block}>
      <h3>其他登录方式</h3>
      <p className={styles.quiet}>绑定学校或单位的统一身份认证后，可以用它登录这个账号。</p>
      {result && <Notice tone={result === 'done' ? 'info' : 'bad'}>{linkResultTexts[result]}</Notice>}
      <ReadView of={signOns} what="登录方式">
        {(list) => (
          <ul>
            {list.map((signOn) => (
              <SignOnRow key={signOn.provider} signOn={signOn} hasPassword={hasPassword} />
            ))}
          </ul>
        )}
      </ReadView>
    </div>
  )
}

/**
 * Returns the result of linking that was in the address when the screen was opened, until the screen is left, and
 * removes it from the address, so that a reload does not show it again. Undefined when there is none or it is unknown.
 */
function useLinkResult(): LinkResult | undefined {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('sign_on')
  /** Keeps the first value. */
  const [result] = useState(inAddress)
  useEffect(() => {
    if (inAddress === null) return
    const withoutResult = (now: URLSearchParams) => {
      const next = new URLSearchParams(now)
      next.delete('sign_on')
      return next
    }
    setParams(withoutResult, { replace: true })
  }, [inAddress, setParams])
  return result !== null && Object.hasOwn(linkResultTexts, result) ? (result as LinkResult) : undefined
}

interface RowProps {
  signOn: SignOn
  hasPassword: boolean
}

/** Renders a sign-on with the button that links it to the account or unlinks it, after a confirmation. */
function SignOnRow({ signOn: { provider, name, linked_at }, hasPassword }: RowProps) {
  /** Whether the confirmation is open. */
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.signOn}>
      {/* Laid out like a row of the sessions on the same screen. */}
      <div className={styles.session}>
        <div>
          {name}
          <small>
            {linked_at ? (
              <>
                <RelativeTime at={linked_at} />
                绑定
              </>
            ) : (
              '未绑定'
            )}
          </small>
        </div>
        {!open && (
          <Button aria-label={`${linked_at ? '解除绑定' : '绑定'}${name}`} onClick={() => setOpen(true)}>
            {linked_at ? '解除绑定' : '绑定'}
          </Button>
        )}
      </div>
      {open && (
        <Confirmation
          provider={provider}
          linked={linked_at !== null}
          hasPassword={hasPassword}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

interface ConfirmationProps {
  provider: SignOn['provider']
  /** Whether the sign-on is linked: then the confirmation unlinks it, otherwise it links it. */
  linked: boolean
  hasPassword: boolean
  /** Called when the user cancels, and once the sign-on has been unlinked; linking leaves the page instead. */
  onClose: () => void
}

/** The fields of the confirmation. */
interface ConfirmationValues {
  /** Absent for an account without one. */
  password?: string
}

/** Renders the confirmation that links a sign-on or unlinks it, with the password. */
function Confirmation({ provider, linked, hasPassword, onClose }: ConfirmationProps) {
  const [form] = Form.useForm<ConfirmationValues>()
  /** Why it failed, where no field shows it. */
  const [problem, setProblem] = useState<string>()
  const link = useWrite(api.user.linkSignOn)
  const unlink = useWrite(api.user.unlinkSignOn, { refreshes: [api.user.signOns] })

  const showFailure = (failure: Failure) => {
    if (failure.problem === 'account.wrong_password')
      form.setFields([{ name: 'password', errors: [failure.message] }])
    else setProblem(showIssues(form, failure))
  }
  /** Continues at the institution's page, which leads back here with the result. */
  const startLinking = async (values: ConfirmationValues) => {
    const answer = await link.mutateAsync({ provider, ...values })
    if (!answer.success) return showFailure(answer)
    goTo(answer.data.location)
  }
  const unlinkNow = async (values: ConfirmationValues) => {
    const answer = await unlink.mutateAsync({ provider, ...values })
    if (!answer.success) return showFailure(answer)
    onClose()
    toast('已解除绑定，登录着的设备不受影响')
  }
  const confirm = (values: ConfirmationValues) => {
    setProblem(undefined)
    return linked ? unlinkNow(values) : startLinking(values)
  }
  return (
    <Form
      form={form}
      name={`sign-on-${provider}`}
      layout="vertical"
      requiredMark={false}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={(values) => void confirm(values)}
    >
      {hasPassword ? (
        <OwnPasswordField />
      ) : (
        <p className={styles.quiet}>您没有密码：用统一身份认证登录后 10 分钟内可以操作。</p>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="primary" danger={linked} htmlType="submit" loading={link.isPending || unlink.isPending}>
        {linked ? '解除绑定' : '前往认证'}
      </Button>{' '}
      <Button type="text" onClick={onClose}>
        取消
      </Button>
    </Form>
  )
}
