import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Form, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { copyText } from '../ui/copy-text.ts'
import { clearIssues, showIssues } from '../ui/fields/forms.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import settings from './settings.module.css'

type Token = OutputOf<typeof api.tokens.list>[number]

/** Renders the user's access tokens and their purpose; a new token is shown only once. */
export function TokensList() {
  const tokens = useRead(api.tokens.list, {})
  /** The token created last, until the user has saved it. */
  const [created, setCreated] = useState<{ name: string; token: string }>()
  return (
    <>
      <p className={settings.quiet}>
        程序凭令牌以您的身份使用本站：「MCP」令牌可以检索和阅读文献，「稿件核对」令牌可以上传稿件、核对并取回结果。令牌等同于密码，请只填在可信的程序里。
      </p>
      <div className={settings.address}>
        <span className={settings.tokenQuiet}>MCP 地址</span>
        <code>{`${location.origin}/mcp`}</code>
      </div>
      <div className={settings.address}>
        <span className={settings.tokenQuiet}>接口说明</span>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {`${location.origin}/api/docs`}
        </a>
      </div>
      <TokensForm onCreated={setCreated} />
      {created && <NewToken {...created} onDone={() => setCreated(undefined)} />}
      <ReadView of={tokens} what="访问令牌">
        {(list) => (
          <ul aria-label="访问令牌">
            {list.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
      </ReadView>
    </>
  )
}

interface NewTokenProps {
  name: string
  token: string
  /** Called when the user has saved the token, which is then shown no more. */
  onDone: () => void
}

/** Renders a token that was just created, to copy. */
function NewToken({ name, token, onDone }: NewTokenProps) {
  const box = useRef<HTMLDivElement>(null)
  const copy = async () => {
    const copied = await copyText(token, box.current ?? document.body)
    toast(copied ? '已复制令牌' : '浏览器不允许复制，请选中文字后按 Ctrl C', copied ? {} : { tone: 'bad' })
  }
  return (
    <div ref={box} className={settings.made}>
      <Notice tone="warning">{inCorners(name)}的令牌只显示这一次，请现在复制保存。</Notice>
      <code>{token}</code>
      <div className={settings.actions}>
        <Button type="primary" onClick={() => void copy()}>
          复制
        </Button>
        <Button onClick={onDone}>我已保存</Button>
      </div>
    </div>
  )
}

/** Renders a token with its facts and its revocation, which asks first. */
function TokenRow({
  token: { id, name, scope, hint, created_at, expires_at, expired, last_used_at },
}: {
  token: Token
}) {
  const [isConfirming, setConfirming] = useState(false)
  const remove = useWrite(api.tokens.remove, { refreshes: [api.tokens.list] })
  const revoke = async () => {
    const answer = await remove.mutateAsync({ token_id: id })
    if (answer.success) return toast(`已撤销令牌${inCorners(name)}`)
    setConfirming(false)
    toast(`没有撤销：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li className={settings.row}>
      <div className={settings.words}>
        <div className={settings.name}>
          {name}
          {expired && (
            <span className={settings.state} data-state="failed">
              已过期
            </span>
          )}
        </div>
        <p className={settings.tokenQuiet}>
          <code>{hint}…</code>
          <span>{scopeNames[scope]}</span>
          <span>
            <RelativeTime at={created_at} />
            创建
          </span>
          {!expired && <span>{expires_at ? <TokenExpiry at={expires_at} /> : '长期有效'}</span>}
          <span>
            {last_used_at ? (
              <>
                <RelativeTime at={last_used_at} />
                用过
              </>
            ) : (
              '还没有用过'
            )}
          </span>
        </p>
      </div>
      {isConfirming ? (
        <div className={settings.actions}>
          <Button
            danger
            autoFocus
            aria-label={`确认撤销 ${name}`}
            loading={remove.isPending}
            onClick={revoke}
          >
            确认撤销
          </Button>
          <Button onClick={() => setConfirming(false)}>取消</Button>
        </div>
      ) : (
        <Button aria-label={`撤销 ${name}`} onClick={() => setConfirming(true)}>
          撤销
        </Button>
      )}
    </li>
  )
}

/** Renders when a token expires. */
function TokenExpiry({ at }: { at: string }) {
  return (
    <>
      <RelativeTime at={at} />
      到期
    </>
  )
}

/** The fields of the form for a new token. */
interface TokenValues {
  name: string
  scope: Token['scope']
  /** Lifetime in days. */
  days: 30 | 90 | 365 | 'never'
}

/** What a token may be used for. */
const scopeNames: Record<Token['scope'], string> = { mcp: 'MCP', manuscript_check: '稿件核对' }
/** The choices of what a token may be used for. */
const scopeOptions = Object.entries(scopeNames).map(([value, label]) => ({ value, label }))

/** The choices of the lifetime; numbers are days. */
const lifetimeOptions = [
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
  { value: 365, label: '一年' },
  { value: 'never', label: '长期' },
]

/** Longest name of a token, in characters. */
const MAX_TOKEN_NAME_CHARS = 60

/** Renders the form for a new token: its name, its scope and its lifetime. */
function TokensForm({ onCreated }: { onCreated: (created: { name: string; token: string }) => void }) {
  const [form] = Form.useForm<TokenValues>()
  const [problem, setProblem] = useState<string>()
  const create = useWrite(api.tokens.create, { refreshes: [api.tokens.list] })
  const createToken = async ({ name, scope, days }: TokenValues) => {
    setProblem(undefined)
    const expires_in_days = days === 'never' ? null : days
    const answer = await create.mutateAsync({ name, scope, expires_in_days })
    if (!answer.success) return setProblem(showIssues(form, answer))
    form.resetFields()
    onCreated({ name: answer.data.name, token: answer.data.token })
  }
  return (
    <Form
      form={form}
      name="token"
      layout="vertical"
      requiredMark={false}
      className={settings.form ?? ''}
      initialValues={{ name: '', scope: 'mcp', days: 90 }}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={(values) => void createToken(values)}
    >
      <Form.Item
        name="name"
        label="名称"
        rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
      >
        <Input maxLength={MAX_TOKEN_NAME_CHARS} placeholder="例如：写作助手" />
      </Form.Item>
      <Form.Item name="scope" label="用途">
        <Select options={scopeOptions} />
      </Form.Item>
      <Form.Item name="days" label="有效期">
        <Select options={lifetimeOptions} />
      </Form.Item>
      <Button htmlType="submit" loading={create.isPending}>
        新建令牌
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Form>
  )
}
