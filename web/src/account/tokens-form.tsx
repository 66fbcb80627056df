import { api } from '@scinav/contract'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { clearIssues, showIssues } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import styles from './tokens.module.css'

interface Values {
  name: string
  days: 30 | 90 | 365 | 'never'
}

const lifetimeOptions = [
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
  { value: 365, label: '一年' },
  { value: 'never', label: '长期' },
]

/** Renders the form for a new token: its name and lifetime. */
export function TokensForm({ onMade }: { onMade: (made: { name: string; token: string }) => void }) {
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState<string>()
  const create = useWrite(api.tokens.create, { refreshes: [api.tokens.list] })
  const make = async ({ name, days }: Values) => {
    setProblem(undefined)
    const answer = await create.mutateAsync({ name, expires_in_days: days === 'never' ? null : days })
    if (!answer.success) return setProblem(showIssues(form, answer))
    form.resetFields()
    onMade({ name: answer.data.name, token: answer.data.token })
  }
  return (
    <Form
      form={form}
      name="token"
      layout="vertical"
      requiredMark={false}
      className={styles.form ?? ''}
      initialValues={{ name: '', days: 90 }}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={(values) => void make(values)}
    >
      <Form.Item
        name="name"
        label="名称"
        rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
      >
        <Input maxLength={60} placeholder="例如：写作助手" />
      </Form.Item>
      <Form.Item name="days" label="有效期">
        <Select options={lifetimeOptions} />
      </Form.Item>
      <Button htmlType="submit" loading={create.isPending}>
        新建令牌
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Form>
  )
}
