import { api } from '@scinav/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../operator.module.css'
import type { McpServer, McpServers } from './mcp.ts'
import { McpCalls } from './mcp-calls.tsx'
import { McpForm } from './mcp-form.tsx'
import { McpRow } from './mcp-row.tsx'

/** Renders the MCP servers for the operator: the list, the form of one, and the log of their calls. */
export function McpPanel({ onClose }: { onClose: () => void }) {
  /** The server being edited; `new` for one that does not exist yet. */
  const [edited, setEdited] = useState<McpServer | 'new'>()
  const { tab, open } = usePanel()
  const servers = useRead(api.mcp.adminServers, {})
  if (edited)
    return (
      <Panel
        title={edited === 'new' ? '添加服务器' : `编辑服务器：${edited.name}`}
        width={720}
        onClose={onClose}
      >
        <McpForm
          stdioAllowed={servers.data?.stdio_allowed ?? false}
          {...(edited !== 'new' && { server: edited })}
          onDone={() => setEdited(undefined)}
        />
      </Panel>
    )
  const shownTab = tab === 'calls' ? 'calls' : 'list'
  return (
    <Panel title="MCP 服务器" width={920} onClose={onClose}>
      <div className={styles.tools}>
        <Segmented
          aria-label="显示"
          options={[
            { value: 'list' as const, label: '服务器' },
            { value: 'calls' as const, label: '调用记录' },
          ]}
          value={shownTab}
          onChange={(to) => open('mcp', to)}
        />
        {servers.data && servers.data.list.length > 0 && (
          <Button className={styles.last ?? ''} type="primary" onClick={() => setEdited('new')}>
            添加服务器
          </Button>
        )}
      </div>
      {shownTab === 'calls' ? (
        <McpCalls servers={servers.data?.list ?? []} />
      ) : (
        <ReadView
          of={servers}
          what="MCP 服务器"
          isEmpty={(all: McpServers) => all.list.length === 0}
          empty={{
            title: '还没有 MCP 服务器',
            note: '添加并批准工具之后，用户可以在设置里打开，让对话使用这些工具',
            action: { name: '添加服务器', run: () => setEdited('new') },
          }}
        >
          {(all) => (
            <ul>
              {all.list.map((server) => (
                <McpRow key={server.id} server={server} onEdit={() => setEdited(server)} />
              ))}
            </ul>
          )}
        </ReadView>
      )}
    </Panel>
  )
}
