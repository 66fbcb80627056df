import { projectNameRule } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { clearIssues, showIssues, textRule } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './project.module.css'
import type { Project } from './projects.ts'

/** The fields of the form. */
interface Values {
  name: string
  description: string
}

interface Props {
  /** The project to edit; when absent, a new one. */
  project?: Project
  /** Called with the trimmed texts. The dialog closes when it succeeds, and shows its failure otherwise. */
  onSave: (values: Values) => Promise<Answer<unknown>>
  onClose: () => void
}

/** Longest name that the server accepts, in characters. */
const MAX_NAME_CHARS = 60

/** Longest description that the server accepts, in characters. */
const MAX_DESCRIPTION_CHARS = 500

/** Renders the form for a project's name and description. */
export function ProjectDialog({ project, onSave, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const save = async ({ name, description = '' }: Values) => {
    setBusy(true)
    setProblem(undefined)
    const answer = await onSave({ name: name.trim(), description: description.trim() })
    setBusy(false)
    if (answer.success) onClose()
    else setProblem(showIssues(form, answer))
  }
  return (
    <Panel title={project ? `编辑${inCorners(project.name)}` : '新建项目'} width={480} fit onClose={onClose}>
      <Form
        form={form}
        name="project"
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: project?.name ?? '', description: project?.description ?? '' }}
        onValuesChange={(changed) => clearIssues(form, changed)}
        onFinish={save}
      >
        <Form.Item
          name="name"
          label="项目名称"
          rules={[textRule(projectNameRule)]}
          validateTrigger="onSubmit"
        >
          <Input maxLength={MAX_NAME_CHARS} autoFocus />
        </Form.Item>
        <Form.Item name="description" label="说明">
          <Input.TextArea
            maxLength={MAX_DESCRIPTION_CHARS}
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder="选填"
          />
        </Form.Item>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {project ? '保存' : '新建'}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
