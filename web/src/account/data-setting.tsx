import type { User } from '../api/user-info.state.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { DataExport } from './data-export.tsx'
import styles from './settings.module.css'

/** Taking one's data along, and leaving. */
export function DataSetting({ user }: { user: User }) {
  return (
    <>
      <div className={styles.block}>
        <h3>导出我的数据</h3>
        <p className={styles.quiet}>把账号里保存的全部内容打包成一个 zip 文件，保留 7 天。</p>
        <DataExport />
      </div>
      <div className={styles.block}>
        <h3>注销账号</h3>
        <AccountDeletion deleteAt={user.delete_at} />
      </div>
    </>
  )
}
