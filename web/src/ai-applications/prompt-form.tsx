import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { clearIssues, showIssues } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './applications.module.css'
import { type OwnPrompt, type PromptDraft, promptTypes, usePromptActions } from './prompts.ts'

interface Props {
  /** The prompt to edit; when absent, the form creates a new one. */
  prompt?: OwnPrompt
  onDone: () => void
}

/** The longest name and text that the server accepts, in characters. */
const MAX_NAME_CHARS = 60
const MAX_CONTENT_CHARS = 8_000

/** Renders the form of the user's own prompt. */
export function PromptForm({ prompt, onDone }: Props) {
  const [form] = Form.useForm<PromptDraft>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { add, change } = usePromptActions()

  const save = async (draft: PromptDraft) => {
    setBusy(true)
    setProblem(undefined)
    const answer = prompt ? await change(prompt, draft) : await add(draft)
    setBusy(false)
    if (answer.success) return onDone()
    setProblem(showIssues(form, answer))
  }
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={prompt ?? { name: '', content: '', type: 'custom' }}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={(draft) => void save(draft)}
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Form.Item
        name="name"
        label="名称"
        rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
      >
        <Input maxLength={MAX_NAME_CHARS} placeholder="例如：三句话读论文" />
      </Form.Item>
      <Form.Item name="type" label="用途">
        <Select options={promptTypes} />
      </Form.Item>
      <Form.Item
        name="content"
        label="提示词"
        extra="要临时填写的地方用花括号标出，例如 {题目}"
        rules={[{ required: true, whitespace: true, message: '请填写提示词' }]}
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 16 }} maxLength={MAX_CONTENT_CHARS} showCount />
      </Form.Item>
      <div className={styles.bottom}>
        <Button onClick={onDone}>取消</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      </div>
    </Form>
  )
}
