import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { DropZone } from '../documents/upload/drop-zone.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import { showIssues } from '../ui/fields/forms.ts'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Notice } from '../ui/views/notice.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './project.module.css'
import { MANAGER_ROLE, MEMBER_ROLE, type Project } from './projects.ts'

type ProjectBase = OutputOf<typeof api.datasets.projectTree>[number]['datasets'][number]

/** Returns the address of a knowledge base. */
const baseAddress = (dataset_id: string) => `/knowledgeBase?${new URLSearchParams({ dataset_id })}`

/** Renders the knowledge bases of a project; managers can create more. */
export function ProjectBases({ project }: { project: Project }) {
  const tree = useRead(api.datasets.projectTree, { show_empty_project: true })
  const [isCreating, setCreating] = useState(false)
  // A smaller role number has more rights.
  const canCreate = project.my_role <= MANAGER_ROLE
  return (
    <section aria-label="知识库">
      <header className={styles.head}>
        <h2>知识库</h2>
        {canCreate && (
          <QuietButton icon="plus" label="新建知识库" onPress={() => setCreating(true)}>
            新建
          </QuietButton>
        )}
      </header>
      <ReadView of={tree} what="知识库">
        {(projects) => {
          const bases = projects.find(({ project_id }) => project_id === project.id)?.datasets ?? []
          if (bases.length === 0)
            return <p className={styles.none}>还没有知识库。建一个，成员就能一起上传、检索和提问。</p>
          return (
            <ul>
              {bases.map((base) => (
                <li key={base.id}>
                  <BaseLink base={base} />
                </li>
              ))}
            </ul>
          )
        }}
      </ReadView>
      {isCreating && <NewBaseDialog project={project} onClose={() => setCreating(false)} />}
    </section>
  )
}

/** Renders a link to a knowledge base; users who may add to it can drop files on it. */
function BaseLink({ base: { id, name, document_count, my_role } }: { base: ProjectBase }) {
  const link = (
    <Link className={styles.base} to={baseAddress(id)}>
      <Icon name="book" size={16} />
      <b>{name}</b>
      <span className={styles.count}>{formatCount(document_count)} 篇</span>
    </Link>
  )
  const canAdd = my_role <= MEMBER_ROLE
  if (!canAdd) return link
  const target = { dataset_id: id, dataset_name: name, folder_id: null }
  return (
    <DropZone target={target} name={inCorners(name)} label={`知识库 ${name}`} compact>
      {link}
    </DropZone>
  )
}

/** The longest name that the server accepts. */
const MAX_NAME_CHARS = 60

/** Renders the dialog that creates a knowledge base in a project and then opens it. */
function NewBaseDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [form] = Form.useForm<{ name: string }>()
  const [problem, setProblem] = useState<string>()
  const navigate = useNavigate()
  const create = useWrite(api.datasets.create, {
    refreshes: [api.datasets.all, api.datasets.projectTree, api.projects.one],
  })
  const save = async ({ name }: { name: string }) => {
    setProblem(undefined)
    const answer = await create.mutateAsync({ project_id: project.id, kind: 'project', name })
    if (!answer.success) return setProblem(showIssues(form, answer))
    onClose()
    void navigate(baseAddress(answer.data.id))
  }
  return (
    <Panel title={`在${inCorners(project.name)}新建知识库`} width={480} fit onClose={onClose}>
      <Form form={form} name="base" layout="vertical" initialValues={{ name: '' }} onFinish={save}>
        <Form.Item name="name" label="名称">
          <Input maxLength={MAX_NAME_CHARS} autoFocus />
        </Form.Item>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            新建
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
