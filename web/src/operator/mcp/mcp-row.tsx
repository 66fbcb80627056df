import { Button } from 'antd'
import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import styles from '../operator.module.css'
import { RemoveButton } from '../remove-button.tsx'
import { type McpServer, useMcpActions } from './mcp.ts'

interface Props {
  server: McpServer
  onEdit: () => void
}

/** Renders one MCP server: its address, state and permissions. */
export function McpRow({ server, onEdit }: Props) {
  const { name, description, active, found, user_count } = server
  const { test, setActive, remove } = useMcpActions()
  const [busy, setBusy] = useState(false)
  const [testResult, setTestResult] = useState<{ ok: boolean; text: string }>()
  const runTest = async () => {
    setBusy(true)
    setTestResult(await test(server))
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
          <QuietButton icon="play" label={`测试连接：${name}`} onPress={() => !busy && void runTest()}>
            {busy ? '正在连接…' : '测试连接'}
          </QuietButton>
          {/* A failure that the head of the row shows already is not repeated. */}
          <span role="status" className={testResult?.ok ? styles.fine : styles.problem}>
            {testResult?.text === server.message ? '' : testResult?.text}
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
          confirmLabel={user_count > 0 ? `删除（${user_count} 人在用）` : '连同密钥删除'}
          run={() => remove(server)}
        />
      </div>
    </li>
  )
}

/** Names of the states of a server. */
const serverStateNames: Record<McpServer['state'], string> = {
  ready: '可用',
  failed: '连不上',
  unknown: '还没有测试',
}

/** Renders the name of a server with its state. */
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

/**
 * Returns the address or command of a server, the names of its stored secrets, and its number of users, on one line.
 */
function serverLocation({ transport, url, command, args, secrets, user_count }: McpServer): string {
  const location = transport === 'http' ? url : [command, ...args].join(' ')
  const storedSecrets = secrets.length > 0 && `已保存 ${secrets.join('、')}`
  return [location, storedSecrets, `${user_count} 人打开`].filter(Boolean).join(' · ')
}

/** Renders the approved tools of a server, or that none has been approved. */
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

interface McpApprovalProps {
  server: McpServer
  /** The tools that the last test found, and a hash of them that the approval must name. */
  found: NonNullable<McpServer['found']>
}

/**
 * Renders the tools that the last test found and that are not approved yet, with their changes since the last approval.
 */
function McpApproval({ server, found: { hash, tools, changes } }: McpApprovalProps) {
  const { approve } = useMcpActions()
  const wasApproved = server.approved_at !== null
  const approveLabel = `批准这 ${tools.length} 个工具`
  return (
    <section className={styles.approval} aria-label={`${server.name} 等待批准的工具`}>
      <div className={styles.line}>
        <strong>{wasApproved ? '工具有变化，等待批准' : '等待批准的工具'}</strong>
        <span className={styles.quiet}>批准之前不会使用；请逐个看说明是否属实</span>
      </div>
      <ul>
        {tools.map(({ name, description, writes }) => (
          <li key={name} className={styles.tool}>
            <code>{name}</code>
            {wasApproved && changes.added.includes(name) && <span className={styles.good}>新</span>}
            {changes.changed.includes(name) && <span className={styles.bad}>说明变了</span>}
            {writes && <span className={styles.badge}>会改动</span>}
            <span className={styles.quiet}>{description}</span>
          </li>
        ))}
        {changes.removed.map((name) => (
          <li key={name} className={styles.tool}>
            <code>{name}</code>
            <span className={styles.bad}>没有了</span>
          </li>
        ))}
      </ul>
      <Button
        type="primary"
        aria-label={`${approveLabel}：${server.name}`}
        onClick={() => void approve(server, hash)}
      >
        {approveLabel}
      </Button>
    </section>
  )
}
