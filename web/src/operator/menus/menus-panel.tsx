import { api } from '@scinav/contract'
import { Button } from 'antd'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../operator.module.css'
import { type Menus, useMenuRules } from './menus.ts'
import { MenusRow } from './menus-row.tsx'

/** Renders the operator's view of the menu: who may open what. */
export function MenusPanel({ onClose }: { onClose: () => void }) {
  const menus = useRead(api.admin.menus, {})
  return (
    <Panel title="菜单与权限" width={920} onClose={onClose}>
      <ReadView
        of={menus}
        what="菜单"
        isEmpty={({ groups }: Menus) => groups.length === 0}
        empty={{ title: '菜单是空的', note: '在 config/menus.json 里加上条目，再重新启动' }}
      >
        {(data) => (
          <>
            <RuleSource menus={data} />
            {data.groups.map(({ name, children }) => (
              <section key={name} className={styles.group}>
                <h3>{name || '不在菜单里的页面'}</h3>
                <ul>
                  {children.map((entry) => (
                    <MenusRow key={entry.path} entry={entry} menus={data} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </ReadView>
    </Panel>
  )
}

/** Renders whether the file's rules or changed ones apply, and the reset to those of the file. */
function RuleSource({ menus }: { menus: Menus }) {
  const { reset } = useMenuRules(menus)
  return (
    <div className={styles.tools}>
      <p className={styles.words}>停用立即生效：页面打不开，只属于它的接口也回答「没有权限」。</p>
      {menus.overridden && <Button onClick={() => void reset()}>恢复配置文件的规则</Button>}
    </div>
  )
}
