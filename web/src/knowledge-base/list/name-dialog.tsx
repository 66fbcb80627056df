import { fileNameRule, listNameRule } from '@scinav/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { clearIssues, showIssues, textRule } from '../../ui/fields/forms.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './dialogs.module.css'

interface Values {
  name: string
  description: string
}

interface Props {
  title: string
  /** Label of the button that saves. */
  action: string
  initial?: Partial<Values>
  /** Whether a description is asked for too; lists have one, folders do not. */
  described?: boolean
  /** Maximum length of the name, in characters. With another maximum than that of lists, it is checked as a file name. */
  maxLength?: number
  /** Closes the dialog when it resolves to a success; issues are shown at their fields. */
  onSave: (values: Values) => Promise<Answer<unknown>>
  onClose: () => void
}

/** The longest name and description that the server accepts, in characters. */
const MAX_LIST_NAME_CHARS = 60
const MAX_DESCRIPTION_CHARS = 500

/** Renders the dialog for a name and, for lists, a description. */
export function NameDialog({
  title,
  action,
  initial,
  described = false,
  maxLength = MAX_LIST_NAME_CHARS,
  onSave,
  onClose,
}: Props) {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const save = async ({ name, description = '' }: Values) => {
    setBusy(true)
    setProblem(undefined)
    const answer = await onSave({ name: name.trim(), description })
    setBusy(false)
    if (answer.success) onClose()
    else setProblem(showIssues(form, answer))
  }
  return (
    <Panel title={title} width={480} fit onClose={onClose}>
      <Form
        form={form}
        name="list-name"
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: '', description: '', ...initial }}
        onValuesChange={(changed) => clearIssues(form, changed)}
        onFinish={save}
      >
        <Form.Item
          name="name"
          label="名称"
          // Only file names have another maximum, and with it other rules.
          rules={[textRule(maxLength === MAX_LIST_NAME_CHARS ? listNameRule : fileNameRule)]}
          validateTrigger="onSubmit"
        >
          <Input maxLength={maxLength} autoFocus />
        </Form.Item>
        {described && (
          <Form.Item name="description" label="说明">
            <Input.TextArea
              maxLength={MAX_DESCRIPTION_CHARS}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder="选填"
            />
          </Form.Item>
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {action}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
