import { Button } from 'antd'
import styles from '../operator.module.css'
import { type McpServer, useMcpActions } from './mcp.ts'

interface Props {
  server: McpServer
  found: NonNullable<McpServer['found']>
}

/**
 * Renders the tools that the last test found and that are not approved yet, with their changes since the last approval.
 */
export function McpApproval({ server, found: { hash, tools, changes } }: Props) {
  const { approve } = useMcpActions()
  const known = server.approved_at !== null
  const approves = `批准这 ${tools.length} 个工具`
  return (
    <section className={styles.approval} aria-label={`${server.name} 等待批准的工具`}>
      <div className={styles.line}>
        <strong>{known ? '工具有变化，等待批准' : '等待批准的工具'}</strong>
        <span className={styles.quiet}>批准之前不会使用；请逐个看说明是否属实</span>
      </div>
      <ul>
        {tools.map(({ name, description, writes }) => (
          <li key={name} className={styles.tool}>
            <code>{name}</code>
            {known && changes.added.includes(name) && <span className={styles.good}>新</span>}
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
        aria-label={`${approves}：${server.name}`}
        onClick={() => void approve(server, hash)}
      >
        {approves}
      </Button>
    </section>
  )
}
