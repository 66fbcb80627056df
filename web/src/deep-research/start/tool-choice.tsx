import { api, type OutputOf } from '@scinav/contract'
import { useEffect } from 'react'
import { useDeepResearchState } from '../../api/specified.state.ts'
import { useRead } from '../../api/use-read.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import styles from './start.module.css'

type Server = OutputOf<typeof api.mcp.servers>[number]

/** Enabled by the user, and responding. */
const isReady = ({ enabled, state }: Server): boolean => enabled && state !== 'failed'

/** Renders the choice of MCP servers to query; nothing when the operator offers none. */
export function ToolChoice() {
  const servers = useRead(api.mcp.servers, {})
  const chosen = useDeepResearchState((state) => state.chooseMcpList)
  const { open } = usePanel()
  const { data } = servers
  useEffect(() => {
    if (data) useDeepResearchState.setState({ mcpList: data, mcpSettingList: data.filter(isReady) })
  }, [data])
  const ready = (servers.data ?? []).filter(isReady)
  if (!servers.data || servers.data.length === 0) return null
  const setChosen = (id: string, isChosen: boolean) =>
    useDeepResearchState.setState({
      chooseMcpList: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id),
    })
  return (
    <>
      <dt>工具</dt>
      <dd>
        <div className={styles.choices}>
          {ready.map(({ id, name, description }) => (
            <label key={id} className={styles.choice} title={description}>
              <input
                type="checkbox"
                className="sr-only"
                checked={chosen.includes(id)}
                onChange={({ target }) => setChosen(id, target.checked)}
              />
              {name}
            </label>
          ))}
          {ready.length === 0 && <span className={styles.quiet}>未启用工具</span>}
          <LinkButton name="设置" label="设置工具" onPress={() => open('settings', 'tools')} />
        </div>
      </dd>
    </>
  )
}
