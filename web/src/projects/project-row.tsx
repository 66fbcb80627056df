import { Link, useNavigate } from 'react-router'
import { type MenuAction, MenuButton } from '../ui/buttons/menu-button.tsx'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './project.module.css'
import { MANAGER_ROLE, OWNER_ROLE, type Project, projectAddress, roleName } from './projects.ts'

/** A dialog about a project. */
export type ProjectDialogOf = { kind: 'edit' | 'delete' | 'leave'; project: Project }

interface Props {
  project: Project
  /** Opens the dialog of an action on the project. */
  onAction: (dialog: ProjectDialogOf) => void
}

/** Renders a project: its description, its owners, its size. */
export function ProjectRow({ project, onAction }: Props) {
  const navigate = useNavigate()
  const { id, name, description, owners, my_role } = project
  const actions: MenuAction[] = [
    { name: '成员与知识库', icon: 'users', run: () => void navigate(projectAddress(id)) },
    ...(my_role <= MANAGER_ROLE
      ? [{ name: '编辑名称和说明', icon: 'edit' as const, run: () => onAction({ kind: 'edit', project }) }]
      : []),
    my_role === OWNER_ROLE
      ? {
          name: '删除项目',
          icon: 'trash',
          startsGroup: true,
          run: () => onAction({ kind: 'delete', project }),
        }
      : {
          name: '退出项目',
          icon: 'logout',
          startsGroup: true,
          run: () => onAction({ kind: 'leave', project }),
        },
  ]
  return (
    <li className={styles.project}>
      <div className={styles.words}>
        <h3>
          <Link to={projectAddress(id)}>{name}</Link>
          <span className={styles.role}>{roleName(my_role)}</span>
        </h3>
        {description && <p className={styles.about}>{description}</p>}
        <p className={styles.quiet}>
          <span>创建者：{owners.map(({ nick_name }) => nick_name).join('、')}</span>
          <span>{formatCount(project.member_count)} 位成员</span>
          <span>{formatCount(project.dataset_count)} 个知识库</span>
          <span>
            <RelativeTime at={project.updated_at} />
            更新
          </span>
        </p>
      </div>
      <MenuButton label={`更多操作：${name}`} button={<Icon name="more" />} actions={actions} />
    </li>
  )
}
