import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { copyText } from '../ui/copy-text.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Notice } from '../ui/views/notice.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import settings from './settings.module.css'
import styles from './tokens.module.css'
import { TokensForm } from './tokens-form.tsx'

type Token = OutputOf<typeof api.tokens.list>[number]

/** Renders the user's access tokens and their purpose; a new token is shown only once. */
export function TokensList() {
  const tokens = useRead(api.tokens.list, {})
  const [made, setMade] = useState<{ name: string; token: string }>()
  return (
    <>
      <p className={settings.quiet}>
        支持 MCP 的程序凭令牌以您的身份检索和阅读这里的文献。令牌等同于密码，请只填在可信的程序里。
      </p>
      <div className={styles.address}>
        <span className={styles.quiet}>MCP 地址</span>
        <code>{`${location.origin}/mcp`}</code>
      </div>
      <TokensForm onMade={setMade} />
      {made && <NewToken {...made} onDone={() => setMade(undefined)} />}
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
  onDone: () => void
}

function NewToken({ name, token, onDone }: NewTokenProps) {
  const box = useRef<HTMLDivElement>(null)
  const copy = async () => {
    const copied = await copyText(token, box.current ?? document.body)
    toast(copied ? '已复制令牌' : '浏览器不允许复制，请选中文字后按 Ctrl C', copied ? {} : { tone: 'bad' })
  }
  return (
    <div ref={box} className={styles.made}>
      <Notice tone="warning">{inCorners(name)}的令牌只显示这一次，请现在复制保存。</Notice>
      <code>{token}</code>
      <div className={styles.actions}>
        <Button type="primary" onClick={() => void copy()}>
          复制
        </Button>
        <Button onClick={onDone}>我已保存</Button>
      </div>
    </div>
  )
}

function TokenRow({
  token: { id, name, hint, created_at, expires_at, expired, last_used_at },
}: {
  token: Token
}) {
  const [sure, setSure] = useState(false)
  const remove = useWrite(api.tokens.remove, { refreshes: [api.tokens.list] })
  const end = async () => {
    const answer = await remove.mutateAsync({ token_id: id })
    if (answer.success) return toast(`已撤销令牌${inCorners(name)}`)
    setSure(false)
    toast(`没有撤销：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.name}>
          {name}
          {expired && (
            <span className={styles.state} data-state="failed">
              已过期
            </span>
          )}
        </div>
        <p className={styles.quiet}>
          <code>{hint}…</code>
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
      {sure ? (
        <div className={styles.actions}>
          <Button danger autoFocus aria-label={`确认撤销 ${name}`} loading={remove.isPending} onClick={end}>
            确认撤销
          </Button>
          <Button onClick={() => setSure(false)}>取消</Button>
        </div>
      ) : (
        <Button aria-label={`撤销 ${name}`} onClick={() => setSure(true)}>
          撤销
        </Button>
      )}
    </li>
  )
}

function TokenExpiry({ at }: { at: string }) {
  return (
    <>
      <RelativeTime at={at} />
      到期
    </>
  )
}
