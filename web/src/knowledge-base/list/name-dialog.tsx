import { fileNameRule, listNameRule } from '@scinav/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { clearIssues, showIssues, textRule } from '../../ui/fields/forms.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './dialogs.module.css'

/** The longest list name, file name and description that the server accepts, in characters. */
const MAX_LIST_NAME_CHARS = 60
export const MAX_FILE_NAME_CHARS = 200
const MAX_DESCRIPTION_CHARS = 500

/** The rule of a name, and the longest one in characters, by what is named. Folders have the rule of lists. */
const NAME_RULES = {
  list: { rule: listNameRule, maxLength: MAX_LIST_NAME_CHARS },
  file: { rule: fileNameRule, maxLength: MAX_FILE_NAME_CHARS },
}

/** The fields of the form. */
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
  /** What is named, which decides the rule and the maximum length of the name; by default a list or folder. */
  named?: keyof typeof NAME_RULES
  /**
   * Saves the trimmed name, and the description as typed. The dialog closes on a success; issues of a failure are shown
   * at their fields. It must not reject.
   */
  onSave: (values: Values) => Promise<Answer<unknown>>
  onClose: () => void
}

/** Renders the dialog for the name of a list, folder or file, and for a list's description. */
export function NameDialog({
  title,
  action,
  initial,
  described = false,
  named = 'list',
  onSave,
  onClose,
}: Props) {
  const { rule, maxLength } = NAME_RULES[named]
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
        <Form.Item name="name" label="名称" rules={[textRule(rule)]} validateTrigger="onSubmit">
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
