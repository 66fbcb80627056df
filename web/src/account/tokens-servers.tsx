import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Switch } from 'antd'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import settings from './settings.module.css'

type Server = OutputOf<typeof api.mcp.servers>[number]

/** Names of the states of a server. */
const stateNames: Record<Server['state'], string> = { ready: '可用', failed: '连不上', unknown: '还没有检查' }

/** Renders the MCP servers that the operator allows, each with a switch of the user's own. */
export function TokensServers() {
  const servers = useRead(api.mcp.servers, {})
  const enable = useWrite(api.mcp.enable, { refreshes: [api.mcp.servers] })
  const change = async ({ id, name }: Server, enabled: boolean) => {
    const answer = await enable.mutateAsync({ id, enabled })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(enabled ? `对话可以使用${inCorners(name)}` : `对话不再使用${inCorners(name)}`, {
      undo: undoBy(() => enable.mutateAsync({ id, enabled: !enabled })),
    })
  }
  return (
    <>
      <p className={settings.quiet}>
        打开后，提问时可以让模型使用这些工具；会改动数据的工具每次都先征求您的同意。
      </p>
      <ReadView
        of={servers}
        what="工具"
        isEmpty={(list) => list.length === 0}
        empty={{ title: '还没有可用的工具', note: '管理员添加 MCP 服务器后会列在这里' }}
      >
        {(list) => (
          <ul>
            {list.map((server) => (
              <ServerRow key={server.id} server={server} onChange={(on) => void change(server, on)} />
            ))}
          </ul>
        )}
      </ReadView>
    </>
  )
}

/** Renders a tool server with its tools and the switch that lets the user's questions use it. */
function ServerRow({ server, onChange }: { server: Server; onChange: (enabled: boolean) => void }) {
  const { name, description, state, message, tools, enabled } = server
  return (
    <li className={settings.row}>
      <div className={settings.words}>
        <div className={settings.name}>
          {name}
          <span className={settings.state} data-state={state}>
            {stateNames[state]}
          </span>
        </div>
        {description && <p className={settings.tokenQuiet}>{description}</p>}
        {message && <p className={settings.tokenQuiet}>{message}</p>}
        {tools.length > 0 && (
          <details className={settings.tools}>
            <summary>{tools.length} 个工具</summary>
            <ul>
              {tools.map((tool) => (
                <li key={tool.name}>
                  <code>{tool.name}</code>
                  {tool.writes && <span className={settings.state}>先征求同意</span>}
                  <span className={settings.tokenQuiet}>{tool.description}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Switch aria-label={`使用 ${name}`} checked={enabled} onChange={onChange} />
    </li>
  )
}
