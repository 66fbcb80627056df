import { Button } from 'antd'
import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import styles from '../operator.module.css'
import { RemoveButton } from '../remove-button.tsx'
import { type McpServer, useMcpActions } from './mcp.ts'
import { McpApproval } from './mcp-approval.tsx'

interface Props {
  server: McpServer
  onEdit: () => void
}

/** Renders one MCP server: its address, state and permissions. */
export function McpRow({ server, onEdit }: Props) {
  const { name, description, active, found, user_count } = server
  const { test, setActive, remove } = useMcpActions()
  const [busy, setBusy] = useState(false)
  const [tested, setTested] = useState<{ ok: boolean; text: string }>()
  const run = async () => {
    setBusy(true)
    setTested(await test(server))
    setBusy(false)
  }
  return (
    <li className={styles.row} data-off={!active}>
      <div className={styles.words}>
        <Head server={server} />
        {description && <div className={styles.quiet}>{description}</div>}
        <div className={styles.quiet}>{serverLocation(server)}</div>
        <Tools server={server} />
        {found && <McpApproval server={server} found={found} />}
        <div className={styles.test}>
          <QuietButton icon="play" label={`测试连接：${name}`} onPress={() => !busy && void run()}>
            {busy ? '正在连接…' : '测试连接'}
          </QuietButton>
          <span role="status" className={tested?.ok ? styles.fine : styles.problem}>
            {tested?.text === server.message ? '' : tested?.text}
          </span>
        </div>
      </div>
      <div className={styles.actions}>
        <Button aria-label={`编辑：${name}`} onClick={onEdit}>
          编辑
        </Button>
        <Button
          aria-label={`${active ? '停用' : '启用'}：${name}`}
          onClick={() => void setActive(server, !active)}
        >
          {active ? '停用' : '启用'}
        </Button>
        <RemoveButton
          name={name}
          sure={user_count > 0 ? `删除（${user_count} 人在用）` : '连同密钥删除'}
          run={() => remove(server)}
        />
      </div>
    </li>
  )
}

const serverStateNames: Record<McpServer['state'], string> = {
  ready: '可用',
  failed: '连不上',
  unknown: '还没有测试',
}

function Head({ server: { name, state, active, trusted, inside, message } }: { server: McpServer }) {
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={state === 'failed' ? styles.bad : styles.badge}>{serverStateNames[state]}</span>
        {!active && <span className={styles.badge}>已停用</span>}
        {trusted && <span className={styles.badge}>受信任</span>}
        {inside && <span className={styles.badge}>内网</span>}
      </div>
      {message && <div className={styles.problem}>{message}</div>}
    </>
  )
}

function serverLocation({ transport, url, command, args, secrets, user_count }: McpServer): string {
  const place = transport === 'http' ? url : [command, ...args].join(' ')
  const stored = secrets.length > 0 && `已保存 ${secrets.join('、')}`
  return [place, stored, `${user_count} 人打开`].filter(Boolean).join(' · ')
}

function Tools({ server: { tools, approved_at } }: { server: McpServer }) {
  if (!approved_at) return <div className={styles.quiet}>还没有批准过工具，用户看不到它</div>
  return (
    <details className={styles.detail}>
      <summary>已批准 {tools.length} 个工具</summary>
      <ul>
        {tools.map(({ name, description, writes }) => (
          <li key={name} className={styles.tool}>
            <code>{name}</code>
            {writes && <span className={styles.badge}>会改动</span>}
            <span className={styles.quiet}>{description}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
