import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { type MenuAction, MenuButton } from '../ui/buttons/menu-button.tsx'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import { DeleteDialog, LeaveDialog } from './departure-dialogs.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { HandOverDialog, MakeOwnerDialog } from './owner-dialogs.tsx'
import styles from './project.module.css'
import { ProjectBases } from './project-bases.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { MANAGER_ROLE, type Member, OWNER_ROLE, type Project } from './projects.ts'
import { useProjectActions } from './use-project-actions.ts'

/** Number of members on a page. */
const PAGE_SIZE = 50
/** The greatest page and the longest name, in characters, that the call for members accepts. */
const MAX_PAGE = 100
const MAX_NAME_CHARS = 40

/** The dialog shown; `owner` asks whether the member is to become an owner. */
type OpenDialog =
  | { kind: 'invite' | 'edit' | 'delete' | 'leave' | 'hand-over' }
  | { kind: 'owner'; member: Member }

/** Renders the members of a project with their roles, and its knowledge bases. */
export function MembersScreen() {
  const [params] = useAddressQuery()
  const navigate = useNavigate()
  const project_id = params.get('project_id') ?? ''
  const project = useRead(api.projects.one, { project_id }, { enabled: project_id !== '' })
  const problem = project.error?.failure.problem
  if (project_id === '' || problem === 'project.not_found')
    return (
      <EmptyView
        title="没有找到这个项目"
        note="它可能已被删除，或您不再是成员"
        action={{ name: '回到项目列表', run: () => void navigate('/project') }}
      />
    )
  return (
    <ReadView of={project} what="项目">
      {(found) => <OpenedProject key={found.id} project={found} />}
    </ReadView>
  )
}

function OpenedProject({ project }: { project: Project }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenDialog>()
  const opener = (kind: Exclude<OpenDialog['kind'], 'owner'>) => () => setOpen({ kind })
  const isOwner = project.my_role === OWNER_ROLE
  // The lower the number of a role, the more it may.
  const canManage = project.my_role <= MANAGER_ROLE
  const actions: MenuAction[] = []
  if (canManage) actions.push({ name: '编辑名称和说明', icon: 'edit', run: opener('edit') })
  if (isOwner) actions.push({ name: '移交项目', icon: 'users', run: opener('hand-over') })
  actions.push({ name: '退出项目', icon: 'logout', startsGroup: actions.length > 0, run: opener('leave') })
  if (isOwner) actions.push({ name: '删除项目', icon: 'trash', run: opener('delete') })
  return (
    <>
      <PageHeader
        title={project.name}
        note={
          <>
            <Link to="/project">项目</Link>
            {project.description && ` · ${project.description}`}
          </>
        }
        actions={
          <>
            <MenuButton label="更多操作" button={<Icon name="more" />} actions={actions} />
            {canManage && (
              <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={opener('invite')}>
                添加成员
              </Button>
            )}
          </>
        }
      />
      <div className={styles.columns}>
        <ProjectBases project={project} />
        <MemberList project={project} onMakeOwner={(member) => setOpen({ kind: 'owner', member })} />
      </div>
      {open && (
        <Dialogs
          open={open}
          project={project}
          onGone={() => void navigate('/project')}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

interface MemberListProps {
  project: Project
  onMakeOwner: (member: Member) => void
}

function MemberList({ project, onMakeOwner }: MemberListProps) {
  const [params, setParams] = useAddressQuery()
  const nick_name = (params.get('nick_name') ?? '').slice(0, MAX_NAME_CHARS)
  const page = Math.min(Math.max(Math.trunc(Number(params.get('page'))) || 1, 1), MAX_PAGE)
  const members = useRead(
    api.projects.members,
    { project_id: project.id, page_num: page, page_size: PAGE_SIZE, nick_name },
    { keepPrevious: true },
  )
  /** Changes the address; a new search starts at the first page. */
  const setParam = (name: 'nick_name' | 'page', value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  return (
    <section aria-label="成员">
      <h2>成员 {formatCount(project.member_count)}</h2>
      <KeywordField
        className={styles.search}
        label="查找成员"
        placeholder="姓名或昵称"
        value={nick_name}
        onChange={(text) => setParam('nick_name', text)}
      />
      <ReadView
        of={members}
        what="成员"
        isEmpty={({ total }) => total === 0}
        empty={{
          title: `没有与${inCorners(nick_name)}相符的成员`,
          action: { name: '清除检索词', run: () => setParam('nick_name', '') },
        }}
      >
        {({ list, total }) => (
          <>
            <ul>
              {list.map((member) => (
                <MemberRow
                  key={member.user_id}
                  project={project}
                  member={member}
                  onMakeOwner={() => onMakeOwner(member)}
                />
              ))}
            </ul>
            <Pages page={page} size={PAGE_SIZE} total={total} onPage={(to) => setParam('page', String(to))} />
          </>
        )}
      </ReadView>
    </section>
  )
}

interface DialogsProps {
  open: OpenDialog
  project: Project
  /** Called when the user has deleted or left the project. */
  onGone: () => void
  onClose: () => void
}

function Dialogs({ open, project, onGone, onClose }: DialogsProps) {
  const { edit } = useProjectActions()
  switch (open.kind) {
    case 'invite':
      return <InviteDialog project={project} onClose={onClose} />
    case 'edit':
      return <ProjectDialog project={project} onSave={(values) => edit(project, values)} onClose={onClose} />
    case 'delete':
      return <DeleteDialog project={project} onDeleted={onGone} onClose={onClose} />
    case 'leave':
      return <LeaveDialog project={project} onLeft={onGone} onClose={onClose} />
    case 'hand-over':
      return <HandOverDialog project={project} onClose={onClose} />
    case 'owner':
      return <MakeOwnerDialog project={project} member={open.member} onClose={onClose} />
  }
}
