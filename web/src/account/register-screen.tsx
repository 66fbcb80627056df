import { accountRule, api, nickNameRule } from '@scinav/contract'
import { Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Failure } from '../api/call.ts'
import { parseQuery } from '../api/query-string.ts'
import { useHomeState } from '../api/specified.state.ts'
import { useWrite } from '../api/use-write.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { clearIssues, showIssues, textRule } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './account.module.css'
import { CodeField } from './code-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/**
 * Renders the registration screen. At its foot are the copyright notice and the ICP number, which every Chinese web
 * site has to show.
 */
export function RegisterScreen() {
  const { title, icp, copyright } = useHomeState((state) => state.logoInfo)
  return (
    <div className={styles.register}>
      <header className={styles.brand}>
        <BrandMark size={28} />
        <span>{title || '科学导航'}</span>
      </header>
      <main>
        <h1>注册账号</h1>
        <p className={styles.lead}>
          已有账号？<a href="/login">去登录</a>
        </p>
        <RegisterForm />
      </main>
      {(icp || copyright) && (
        <footer className={styles.legal}>{[copyright, icp].filter(Boolean).join('　')}</footer>
      )}
    </div>
  )
}

/** The fields of the form. */
interface Values {
  account: string
  nick_name: string
  /** An e-mail address or phone number, of `CodeField`. */
  target: string
  /** The code that proves its ownership. */
  code: string
  password: string
  organization?: string
  setup_token?: string
  agree: true
}

/** Longest name that the server accepts, in characters. */
const MAX_NAME_CHARS = 40

/** Longest name of an institution that the server accepts, in characters. */
const MAX_ORGANIZATION_CHARS = 100

/** Renders the registration form. Issues from the server are shown at their fields. */
export function RegisterForm() {
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const register = useWrite(api.user.register)
  const [problem, setProblem] = useState<string>()
  const setupToken = useSetupToken()

  const showFailure = (failure: Failure) => {
    if (failure.problem === 'account.taken' && !failure.issues)
      form.setFields([{ name: 'account', errors: [failure.message] }])
    setProblem(showIssues(form, failure))
  }
  const submit = async (values: Values) => {
    setProblem(undefined)
    // The disciplines are asked for later, by the preferences on /home.
    const answer = await register.mutateAsync({ ...values, subject_codes: [] })
    if (answer.success) navigate('/home', { replace: true })
    else showFailure(answer)
  }
  return (
    <Form
      form={form}
      name="register"
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ focus: true }}
      onValuesChange={(changed) => clearIssues(form, changed)}
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
        <Input autoComplete="name" maxLength={MAX_NAME_CHARS} />
      </Form.Item>
      <CodeField scene="register" />
      <NewPasswordField label="密码" />
      <Form.Item name="organization" label="单位（选填）">
        <Input autoComplete="organization" maxLength={MAX_ORGANIZATION_CHARS} />
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

/**
 * Returns the set-up token of the address (`?setup`): undefined without one, `''` when it has to be typed. The
 * parameter may stand in the hash, where the router reads it, or before it, where a user may have put it.
 */
function useSetupToken(): string | undefined {
  const [params] = useSearchParams()
  return params.get('setup') ?? parseQuery(location.search).setup
}

/** Renders the consent to the agreement and the privacy policy; both open in a new tab. */
function ConsentBox() {
  const { agreement_url, privacy_url } = useHomeState((state) => state.logoInfo)
  return (
    <Form.Item name="agree" valuePropName="checked" rules={[{ validator: requireConsent }]}>
      <Checkbox>
        我已阅读并同意{' '}
        <a href={agreement_url ?? '/agreement'} target="_blank" rel="noreferrer">
          用户协议
        </a>{' '}
        与{' '}
        <a href={privacy_url ?? '/privacy'} target="_blank" rel="noreferrer">
          隐私政策
        </a>
      </Checkbox>
    </Form.Item>
  )
}

/** Validates the checkbox of the terms: rejects with the message for the user unless it is checked. */
const requireConsent = (_: unknown, value: unknown) =>
  value === true ? Promise.resolve() : Promise.reject(new Error('请阅读并同意用户协议与隐私政策'))
