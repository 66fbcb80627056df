import type { FolderTree } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { Fragment } from 'react'
import { Link, useNavigate } from 'react-router'
import { useResearch } from '../chat/start/use-start.ts'
import { UploadButton } from '../documents/upload/upload-button.tsx'
import { type MenuAction, MenuButton } from '../ui/buttons/menu-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { useMedia } from '../ui/use-media.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import type { OpenListDialog } from './dialogs.ts'
import { type FolderNode, findFolder, MAX_FOLDER_DEPTH } from './folders.ts'
import { useListAddress } from './list/list-address.ts'
import { type Dataset, uploadTarget, visibilityNames } from './list/lists.ts'
import { mayEdit, mayManage } from './list/rights.ts'
import styles from './screen.module.css'
import { useListActions } from './use-list-actions.ts'

/** Returns the address of a chat with a list. */
const listChatAddress = (dataset_id: string) =>
  `/aiKnowledgeBase/chatDetail?${new URLSearchParams({ dataset_id })}`

interface Props {
  dataset: Dataset
  tree: FolderTree[]
  /** The heading of the list's group; for a project's knowledge base, the project's name. */
  group: string
  openDialog: OpenListDialog
}

/** Renders the name and path of the shown list, and the actions on the whole of it. */
export function ListHeader({ dataset, tree, group, openDialog }: Props) {
  const { address } = useListAddress()
  const navigate = useNavigate()
  const isPhone = useMedia('(max-width: 767px)')
  const openFolder = findFolder(tree, address.folder_id)
  const actions = useHeaderActions(dataset, openFolder, openDialog)
  const openChat = () => void navigate(listChatAddress(dataset.id))
  const research = useResearch()
  const menuActions: MenuAction[] = research
    ? [
        {
          name: '深度研究',
          icon: 'compass',
          run: () => research({ dataset_id: dataset.id, folder_id: address.folder_id }),
        },
        ...actions,
      ]
    : actions
  return (
    <PageHeader
      title={openFolder?.folder.name ?? dataset.name}
      note={
        openFolder ? (
          <Breadcrumbs dataset={dataset} folder={openFolder} />
        ) : (
          <ListInfo dataset={dataset} group={group} />
        )
      }
      actions={
        <>
          <MenuButton
            label="更多操作"
            button={<Icon name="more" />}
            actions={
              isPhone
                ? [{ name: '向这些文献提问', icon: 'chat', run: openChat }, ...menuActions]
                : menuActions
            }
          />
          {!isPhone && (
            <Button icon={<Icon name="chat" size={16} />} onClick={openChat}>
              向这些文献提问
            </Button>
          )}
          {mayEdit(dataset) && <UploadButton target={uploadTarget(dataset, address.folder_id)} />}
        </>
      }
    />
  )
}

/** Renders the description of a list, who may read it and whether models outside may. */
function ListInfo({ dataset, group }: Pick<Props, 'dataset' | 'group'>) {
  const { description, visibility, project_id, external_model_allowed } = dataset
  const outsideText = external_model_allowed ? '可由站外的模型处理' : ''
  const info = [description, visibilityNames[visibility], outsideText].filter(Boolean).join(' · ')
  if (!project_id) return <>{info}</>
  return (
    <>
      <Link to={`/project/member?${new URLSearchParams({ project_id })}`}>{group}</Link> · {info}
    </>
  )
}

/** Renders the path of the folder as links. */
function Breadcrumbs({ dataset, folder }: { dataset: Dataset; folder: FolderNode }) {
  const { searchOf } = useListAddress()
  return (
    <span className={styles.way}>
      <Link to={{ search: searchOf({ folder_id: '' }) }}>{dataset.name}</Link>
      {folder.ancestors.map(({ id, name }) => (
        <Fragment key={id}>
          <span aria-hidden="true">/</span>
          <Link to={{ search: searchOf({ folder_id: id }) }}>{name}</Link>
        </Fragment>
      ))}
    </span>
  )
}

/** Returns the actions on the open folder, or on the whole list when no folder is open, that the user may take. */
function useHeaderActions(
  dataset: Dataset,
  openFolder: FolderNode | undefined,
  openDialog: OpenListDialog,
): MenuAction[] {
  const { go } = useListAddress()
  const { moveToBin } = useListActions()
  const navigate = useNavigate()
  const actions: MenuAction[] = [
    ...(mayEdit(dataset)
      ? [{ name: '检索文献', icon: 'search', run: () => void navigate('/home') } as const]
      : []),
    { name: '在全文中查找', icon: 'filter', run: () => openDialog({ kind: 'find-passages' }) },
    { name: '统计', icon: 'chart', run: () => openDialog({ kind: 'statistics' }) },
    { name: '标签', icon: 'tag', run: () => openDialog({ kind: 'tags' }) },
  ]
  // Of a folder, only its managers have further actions; those on the whole list follow below.
  if (openFolder) return mayManage(dataset) ? [...actions, ...folderActions(openFolder, openDialog)] : actions
  if (mayEdit(dataset))
    actions.push({
      name: '新建文件夹',
      icon: 'plus',
      run: () => openDialog({ kind: 'new-folder', parent: null }),
      startsGroup: true,
    })
  if (mayManage(dataset) && dataset.kind === 'ai')
    actions.push({ name: '按检索式更新', icon: 'retry', run: () => openDialog({ kind: 'saved-search' }) })
  actions.push({
    name: '导出整个知识库',
    icon: 'export',
    run: () => openDialog({ kind: 'export-base' }),
    startsGroup: true,
  })
  actions.push({
    name: '复制到…',
    icon: 'copy',
    run: () => openDialog({ kind: 'copy-base' }),
  })
  if (mayManage(dataset))
    actions.push({
      name: '外部模型',
      icon: 'shield',
      run: () => openDialog({ kind: 'outside-models' }),
      startsGroup: true,
    })
  if (mayManage(dataset) && !dataset.is_private)
    actions.push(
      { name: '编辑名称和说明', icon: 'edit', run: () => openDialog({ kind: 'edit-list', dataset }) },
      {
        name: dataset.kind === 'reading' ? '删除文献清单' : '删除知识库',
        icon: 'trash',
        startsGroup: true,
        run: () => void moveToBin(dataset).then((isDeleted) => isDeleted && go({ dataset_id: '' })),
      },
    )
  return actions
}

/** Returns the actions that change a folder; at the maximum depth, creating a subfolder only says why it cannot. */
function folderActions({ folder, depth }: FolderNode, openDialog: OpenListDialog): MenuAction[] {
  const createSubfolder = () =>
    depth < MAX_FOLDER_DEPTH
      ? openDialog({ kind: 'new-folder', parent: folder })
      : toast(`文件夹最多 ${MAX_FOLDER_DEPTH} 层，${inCorners(folder.name)}已经在第 ${MAX_FOLDER_DEPTH} 层`, {
          tone: 'bad',
        })
  return [
    { name: '新建子文件夹', icon: 'plus', run: createSubfolder, startsGroup: true },
    { name: '重命名', icon: 'edit', run: () => openDialog({ kind: 'rename-folder', folder }) },
    { name: '移动到…', icon: 'folder', run: () => openDialog({ kind: 'move-folder', folder }) },
    {
      name: '删除文件夹',
      icon: 'trash',
      startsGroup: true,
      run: () => openDialog({ kind: 'remove-folder', folder }),
    },
  ]
}
