import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** The MCP servers as the operator sees them. */
export type McpServers = OutputOf<typeof api.mcp.adminServers>
/** An MCP server as the operator sees it. */
export type McpServer = McpServers['list'][number]
/** The input of the call that creates or changes a server. */
export type McpInput = InputOf<typeof api.mcp.save>

/** Converts a server to the input of the call that changes it; the stored secrets are kept. */
function toInput(server: McpServer): McpInput {
  const { id, name, description, transport, url, command, args, inside, trusted, active } = server
  const secrets = server.secrets.map((secret) => ({ name: secret, value: null }))
  return { id, name, description, transport, url, command, args, secrets, inside, trusted, active }
}

/**
 * Returns the actions on an MCP server: switch it on or off, remove it, test it, approve its tools. Toasts report their
 * results, except that of `test`, which resolves to it; `remove` resolves to whether it succeeded.
 */
export function useMcpActions() {
  const settings = { refreshes: [api.mcp.adminServers, api.mcp.servers] }
  const saving = useWrite(api.mcp.save, settings)
  const removing = useWrite(api.mcp.remove, settings)
  const testing = useWrite(api.mcp.test, settings)
  const approving = useWrite(api.mcp.approve, settings)

  const saveActive = async (server: McpServer, active: boolean, doneText: string, undo?: () => void) => {
    const answer = await saving.mutateAsync({ ...toInput(server), active })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(doneText, undo && { undo })
  }
  const setActive = (server: McpServer, active: boolean) => {
    const doneText = active ? `已启用${inCorners(server.name)}` : `已停用${inCorners(server.name)}`
    return saveActive(server, active, doneText, () => void saveActive(server, !active, '已撤销'))
  }
  const remove = async ({ id, name }: McpServer) => {
    const answer = await removing.mutateAsync({ id })
    if (answer.success) toast(`已删除${inCorners(name)}`)
    else toast(`没有删除：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const test = async ({ id }: McpServer) => {
    const answer = await testing.mutateAsync({ id })
    if (!answer.success) return { ok: false, text: answer.message }
    const { ok, message, took_ms } = answer.data
    return { ok, text: ok ? `${message}，${(took_ms / 1_000).toFixed(1)} 秒` : message }
  }
  const approve = async ({ id, name }: McpServer, hash: string) => {
    const answer = await approving.mutateAsync({ id, hash })
    if (answer.success) toast(`已批准${inCorners(name)}的工具`)
    else toast(`没有批准：${answer.message}`, { tone: 'bad' })
  }
  return { setActive, remove, test, approve }
}
