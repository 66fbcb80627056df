import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import styles from './dialogs.module.css'
import type { Member, Project } from './projects.ts'
import { useMemberActions } from './use-member-actions.ts'

interface Props {
  project: Project
  member: Member
  onClose: () => void
}

/**
 * Asks for confirmation before making a member an owner, who has the same rights and can only step down voluntarily.
 */
export function MakeOwnerDialog({ project, member, onClose }: Props) {
  const { setRole } = useMemberActions(project)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    await setRole(member, 1)
    onClose()
  }
  return (
    <Panel title={`把${member.nick_name}设为创建者`} width={480} fit onClose={onClose}>
      <p>
        创建者之间权限相同：{member.nick_name}可以移交和删除{inCorners(project.name)}，您不能再更改其角色。
      </p>
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={busy} onClick={() => void make()}>
          设为创建者
        </Button>
      </div>
    </Panel>
  )
}
