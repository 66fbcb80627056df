import { api, type OutputOf } from '@scinav/contract'
import { useEffect } from 'react'
import { useDeepResearchState } from '../../api/specified.state.ts'
import { useRead } from '../../api/use-read.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import styles from './start.module.css'

type Server = OutputOf<typeof api.mcp.servers>[number]

/** Whether the user has enabled a server and it responds. */
const isReady = ({ enabled, state }: Server): boolean => enabled && state !== 'failed'

/**
 * Renders the choice of the MCP servers (tools) that the next research run also queries: those that are ready. Renders
 * nothing until they are loaded, when that fails, and when the operator offers none. The choice is kept in
 * `useDeepResearchState`; a chosen server stays chosen when it is no longer ready, and the run then does without it.
 */
export function ToolChoice() {
  const { data: servers } = useRead(api.mcp.servers, {})
  const chosenIds = useDeepResearchState((state) => state.chooseMcpList)
  const { open: openPanel } = usePanel()
  useStoredServers(servers)
  if (!servers || servers.length === 0) return null
  const readyServers = servers.filter(isReady)
  const setChosen = (id: string, isChosen: boolean) =>
    useDeepResearchState.setState({
      chooseMcpList: isChosen ? [...chosenIds, id] : chosenIds.filter((chosenId) => chosenId !== id),
    })
  return (
    <>
      <dt>工具</dt>
      <dd>
        <div className={styles.choices}>
          {readyServers.map(({ id, name, description }) => (
            <label key={id} className={styles.choice} title={description}>
              <input
                type="checkbox"
                className="sr-only"
                checked={chosenIds.includes(id)}
                onChange={({ target }) => setChosen(id, target.checked)}
              />
              {name}
            </label>
          ))}
          {readyServers.length === 0 && <span className={styles.quiet}>未启用工具</span>}
          <LinkButton name="设置" label="设置工具" onPress={() => openPanel('settings', 'tools')} />
        </div>
      </dd>
    </>
  )
}

/**
 * Copies the servers into the two fields that the specification names for them: `mcpList` holds all, `mcpSettingList`
 * the ready ones. No screen reads them.
 */
function useStoredServers(servers: Server[] | undefined): void {
  useEffect(() => {
    if (servers) useDeepResearchState.setState({ mcpList: servers, mcpSettingList: servers.filter(isReady) })
  }, [servers])
}
