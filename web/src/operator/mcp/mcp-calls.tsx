import { api } from '@scinav/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../operator.module.css'
import type { McpServer } from './mcp.ts'

/** Number of calls on a page. */
const PAGE_SIZE = 20

/** Renders the log of tool calls: user, tool, time and outcome, but never the content. */
export function McpCalls({ servers }: { servers: readonly McpServer[] }) {
  const [server_id, setServer] = useState('')
  const [page_num, setPage] = useState(1)
  const calls = useRead(api.mcp.calls, { server_id, page_num, page_size: PAGE_SIZE }, { keepPrevious: true })
  return (
    <>
      <div className={styles.pick}>
        <Select
          aria-label="服务器"
          className={styles.servers ?? ''}
          options={[
            { value: '', label: '全部服务器' },
            ...servers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={server_id}
          onChange={(id) => {
            setServer(id)
            setPage(1)
          }}
        />
      </div>
      <ReadView
        of={calls}
        what="调用记录"
        isEmpty={(page) => page.total === 0}
        empty={{ title: '还没有调用过工具', note: '只记录谁在什么时候调用了什么，不记录内容' }}
      >
        {(page) => (
          <>
            <ul>
              {page.list.map(({ id, account, server_name, tool, ok, ms, created_at }) => (
                <li key={id} className={styles.row}>
                  <div className={styles.words}>
                    <div className={styles.line}>
                      <code>{tool}</code>
                      <span className={styles.quiet}>{server_name}</span>
                      {!ok && <span className={styles.bad}>失败</span>}
                    </div>
                    <div className={styles.quiet}>
                      {account} · <RelativeTime at={created_at} /> · {(ms / 1_000).toFixed(1)} 秒
                    </div>
                  </div>
                </li>
              ))}
            </ul>
            <Pages page={page_num} size={PAGE_SIZE} total={page.total} onPage={setPage} />
          </>
        )}
      </ReadView>
    </>
  )
}
