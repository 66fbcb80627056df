import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { narrowAddress, useAddressQuery } from '../ui/use-address-query.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { BinDialog } from './bin-dialog.tsx'
import { DeleteDialog, LeaveDialog } from './departure-dialogs.tsx'
import styles from './project.module.css'
import { ProjectDialog } from './project-dialog.tsx'
import { type ProjectDialogOf, ProjectRow } from './project-row.tsx'
import { projectAddress } from './projects.ts'
import { useProjectActions } from './use-project-actions.ts'

/** Number of projects on a page. */
const PAGE_SIZE = 20
/** The greatest page and the longest keyword, in characters, that the calls for projects accept. */
const MAX_PAGE = 500
const MAX_KEYWORD_CHARS = 100

/** The user's own projects, or those of others in which they are a member. */
type Tab = 'mine' | 'joined'
/** The open dialog: of a project, for a new one, or the recycle bin. */
type OpenDialog = ProjectDialogOf | { kind: 'new' } | { kind: 'bin' }

/** Renders the projects that the user created and those they joined. */
export function ProjectsScreen() {
  const { tab, keyword, page, setParams } = useProjectsAddress()
  const [open, setOpen] = useState<OpenDialog>()
  const input = { page_num: page, page_size: PAGE_SIZE, keyword }
  // The list of the other tab is read for its total.
  const unfiltered = { page_num: 1, page_size: PAGE_SIZE }
  const mine = useRead(api.projects.mine, tab === 'mine' ? input : unfiltered, { keepPrevious: true })
  const joined = useRead(api.projects.joined, tab === 'joined' ? input : unfiltered, { keepPrevious: true })
  const shown = tab === 'mine' ? mine : joined
  // The empty view below offers it then.
  const emptyListOffersCreation = shown.data?.total === 0 && !keyword && tab === 'mine'
  return (
    <>
      <ProjectsHeader offersCreation={!emptyListOffersCreation} onOpen={setOpen} />
      <div className={styles.tools}>
        <Segmented
          aria-label="哪些项目"
          options={[
            { value: 'mine', label: tabLabel('我创建的', tab !== 'mine' || !keyword, mine.data?.total) },
            {
              value: 'joined',
              label: tabLabel('我参加的', tab !== 'joined' || !keyword, joined.data?.total),
            },
          ]}
          value={tab}
          onChange={(value) => setParams({ tab: value === 'joined' ? 'joined' : '', keyword: '' })}
        />
        <KeywordField
          className={styles.search}
          label="查找项目"
          placeholder="名称或说明"
          value={keyword}
          onChange={(text) => setParams({ keyword: text })}
        />
      </div>
      <ReadView
        of={shown}
        what="项目"
        isEmpty={({ total }) => total === 0}
        empty={emptyText(tab, keyword, {
          clear: () => setParams({ keyword: '' }),
          create: () => setOpen({ kind: 'new' }),
        })}
      >
        {({ list, total }) => (
          <>
            <ul>
              {list.map((project) => (
                <ProjectRow key={project.id} project={project} onAction={setOpen} />
              ))}
            </ul>
            <Pages
              page={page}
              size={PAGE_SIZE}
              total={total}
              onPage={(to) => setParams({ page: to === 1 ? '' : String(to) })}
            />
          </>
        )}
      </ReadView>
      {open && <Dialogs open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

interface ProjectsHeaderProps {
  /** Whether there is a button for a new project. */
  offersCreation: boolean
  onOpen: (dialog: OpenDialog) => void
}

/** Renders the header of the screen with its actions. */
function ProjectsHeader({ offersCreation, onOpen }: ProjectsHeaderProps) {
  return (
    <PageHeader
      title="项目"
      note="和同事一起整理文献：成员共用项目里的知识库"
      actions={
        <>
          <Button icon={<Icon name="trash" size={16} />} onClick={() => onOpen({ kind: 'bin' })}>
            回收站
          </Button>
          {offersCreation && (
            <Button
              type="primary"
              icon={<Icon name="plus" size={16} />}
              onClick={() => onOpen({ kind: 'new' })}
            >
              新建项目
            </Button>
          )}
        </>
      }
    />
  )
}

/** Returns a tab's label, with the total only for an unfiltered list. */
const tabLabel = (name: string, isUnfiltered: boolean, total: number | undefined) =>
  isUnfiltered && total ? `${name} ${total}` : name

/** What a user can do about an empty list. */
interface EmptyActions {
  /** Removes the keyword. */
  clear: () => void
  /** Opens the dialog for a new project. */
  create: () => void
}

/** Returns what the empty list says: that nothing matches the keyword, or how projects come into the list. */
function emptyText(tab: Tab, keyword: string, { clear, create }: EmptyActions) {
  if (keyword)
    return { title: `没有与${inCorners(keyword)}相符的项目`, action: { name: '清除检索词', run: clear } }
  if (tab === 'joined') return { title: '还没有参加项目', note: '同事添加您之后，项目会列在这里' }
  return {
    title: '还没有项目',
    note: '新建一个项目，添加同事，一起收集和整理文献',
    action: { name: '新建项目', run: create },
  }
}

/** Renders the open dialog. */
function Dialogs({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  const { create, edit } = useProjectActions()
  const navigate = useNavigate()
  const createAndOpen = async (values: { name: string; description: string }) => {
    const answer = await create(values)
    if (answer.success) void navigate(projectAddress(answer.data.id))
    return answer
  }
  switch (open.kind) {
    case 'new':
      return <ProjectDialog onSave={createAndOpen} onClose={onClose} />
    case 'bin':
      return <BinDialog onClose={onClose} />
    case 'edit':
      return (
        <ProjectDialog
          project={open.project}
          onSave={(values) => edit(open.project, values)}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeleteDialog project={open.project} onDeleted={() => {}} onClose={onClose} />
    case 'leave':
      return <LeaveDialog project={open.project} onLeft={() => {}} onClose={onClose} />
  }
}

/** Returns the tab, keyword and page in the address, and their setter; a change leads to the first page. */
function useProjectsAddress() {
  const [params, changeQuery] = useAddressQuery()
  const tab: Tab = params.get('tab') === 'joined' ? 'joined' : 'mine'
  const number = Number(params.get('page'))
  const page = Number.isInteger(number) && number > 0 && number <= MAX_PAGE ? number : 1
  const keyword = (params.get('keyword') ?? '').slice(0, MAX_KEYWORD_CHARS)
  const setParams = (to: Partial<Record<'tab' | 'keyword' | 'page', string>>) =>
    changeQuery((before) => narrowAddress(before, to))
  return { tab, keyword, page, setParams }
}
