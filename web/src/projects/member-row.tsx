import { useUser } from '../api/session.state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { type MenuAction, MenuButton } from '../ui/buttons/menu-button.tsx'
import fields from '../ui/fields/field.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './project.module.css'
import {
  MANAGER_ROLE,
  type Member,
  mayManageMember,
  OWNER_ROLE,
  type Project,
  type ProjectRole,
  roleName,
  rolesBelow,
} from './projects.ts'
import { useMemberActions } from './use-member-actions.ts'

interface Props {
  project: Project
  member: Member
  /** Called when the user wants to make the member an owner. It must ask for confirmation: that cannot be undone. */
  onMakeOwner: () => void
}

/** Renders a member with their role, which members with a higher role can change, and the actions on them. */
export function MemberRow({ project, member, onMakeOwner }: Props) {
  const me = useUser()
  const { setRole, removeMember } = useMemberActions(project)
  const { user_id, nick_name, account, role } = member
  const isSelf = user_id === me?.id
  const isEditable = !isSelf && mayManageMember(project.my_role, role)
  const actions: MenuAction[] = []
  if (isEditable && project.my_role === OWNER_ROLE)
    actions.push({ name: '设为创建者', icon: 'shield', run: onMakeOwner })
  if (isEditable)
    actions.push({
      name: '移出项目',
      icon: 'trash',
      startsGroup: actions.length > 0,
      run: () => void removeMember(member),
    })
  if (isSelf && role === OWNER_ROLE && project.owners.length > 1)
    actions.push({
      name: '不再担任创建者',
      icon: 'user',
      run: () => void setRole(member, MANAGER_ROLE, { isFinal: true }),
    })
  return (
    <li className={styles.member}>
      <Avatar name={nick_name} url={member.avatar_url} />
      <div className={styles.words}>
        <div className={styles.name}>
          <span>{nick_name}</span>
          {isSelf && <span className={styles.self}>（您）</span>}
        </div>
        <p className={styles.quiet}>
          <span>{account}</span>
          <span>
            <RelativeTime at={member.joined_at} />
            加入
          </span>
        </p>
      </div>
      <div className={styles.seat}>
        {isEditable ? (
          <select
            className={fields.choice}
            aria-label={`${nick_name}的角色`}
            value={role}
            // The option values are roles.
            onChange={({ target }) => void setRole(member, Number(target.value) as ProjectRole)}
          >
            {rolesBelow(project.my_role).map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <span className={styles.quiet}>{roleName(role)}</span>
        )}
        {actions.length > 0 && (
          <MenuButton label={`更多操作：${nick_name}`} button={<Icon name="more" />} actions={actions} />
        )}
      </div>
    </li>
  )
}
