import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { Panel } from '../ui/dialogs/panel.tsx'
import { clearIssues } from '../ui/fields/forms.ts'
import { Notice } from '../ui/views/notice.tsx'
import { Preview } from './preview.tsx'
import styles from './subscribe.module.css'
import { frequencies, type Notify, type Subscription, useSubscriptionActions } from './subscriptions.ts'

/** The fields of the form. */
interface Values {
  name: string
  /** The query; other kinds have no field for it, because their value cannot be edited. */
  value: string
  notify: Notify
}

/** The longest name and query of a subscription that the server accepts, in characters. */
const MAX_NAME_CHARS = 100
const MAX_QUERY_CHARS = 2_000

/** Renders the form for a subscription's name, query and mail frequency. */
export function EditPanel({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const { change, busy } = useSubscriptionActions()
  const [problem, setProblem] = useState<string>()
  const { kind, value: before } = subscription
  const value = Form.useWatch('value', form) ?? before

  const save = async (values: Values) => {
    setProblem(undefined)
    const answer = await change(subscription, { ...values, value: values.value?.trim() ?? before })
    if (answer.success) onClose()
    else setProblem(answer.issues?.map(({ message }) => message).join('；') ?? answer.message)
  }
  return (
    <Panel title="编辑订阅" width={560} fit onClose={onClose}>
      <Form
        form={form}
        name="subscription"
        layout="vertical"
        requiredMark={false}
        initialValues={subscription}
        onValuesChange={(changed) => clearIssues(form, changed)}
        onFinish={save}
      >
        <Form.Item name="name" label="名称">
          <Input maxLength={MAX_NAME_CHARS} />
        </Form.Item>
        {kind === 'query' && (
          <Form.Item
            name="value"
            label="检索式"
            rules={[{ required: true, whitespace: true, message: '请填写检索式' }]}
          >
            <Input.TextArea maxLength={MAX_QUERY_CHARS} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        )}
        {kind === 'query' && <Preview kind={kind} value={value} />}
        <Form.Item name="notify" label="邮件提醒">
          <Radio.Group options={[...frequencies]} />
        </Form.Item>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            保存
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
