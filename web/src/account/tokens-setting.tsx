import styles from './settings.module.css'
import { TokensList } from './tokens-list.tsx'
import { TokensServers } from './tokens-servers.tsx'

/** Tools that chats may use, and tokens with which other programs use this product. */
export function TokensSetting() {
  return (
    <>
      <div className={styles.block}>
        <h3>对话可用的工具</h3>
        <TokensServers />
      </div>
      <div className={styles.block}>
        <h3>访问令牌</h3>
        <TokensList />
      </div>
    </>
  )
}
