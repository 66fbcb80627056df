import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { clearIssues, showIssues } from '../../ui/fields/forms.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { plainText } from '../highlight/markup.ts'
import styles from './record.module.css'
import { authorNames, RECORD_LINES, type RecordedDocument, useRecordChange } from './record.ts'

/** Maximum lengths that the server accepts, in characters. */
const MAX_TITLE_CHARS = 1_000
const MAX_FIELD_CHARS = 500

/** A field of the record on one line. */
type RecordField = (typeof RECORD_LINES)[number][0]
/** The fields of the form; authors are one a line. */
type Values = { resource_type: number; title: string; authors: string } & Record<RecordField, string>

interface Props {
  document: Pick<RecordedDocument, 'id' | 'title' | 'record'>
  onClose: () => void
}

/** Renders the form to edit the record of a file, from which it is cited. */
export function FileRecordDialog({ document, onClose }: Props) {
  const change = useRecordChange()
  const types = useRead(api.datasets.literatureTypes, {})
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState<string>()
  const save = async ({ authors, ...fields }: Values) => {
    const record = { ...fields, authors: parseNames(authors) }
    const answer = await change.mutateAsync({ document_id: document.id, operation: 'describe', record })
    if (!answer.success) return setProblem(showIssues(form, answer))
    toast('已保存题录')
    onClose()
  }
  return (
    <Panel title={`编辑${inCorners(plainText(document.title))}的题录`} width={640} onClose={onClose}>
      <Form
        form={form}
        name="file-record"
        layout="vertical"
        requiredMark={false}
        initialValues={formValues(document)}
        onValuesChange={(changed) => {
          setProblem(undefined)
          clearIssues(form, changed)
        }}
        onFinish={save}
      >
        <Form.Item
          name="title"
          label="题名"
          rules={[{ required: true, whitespace: true, message: '请填写题名' }]}
        >
          <Input.TextArea maxLength={MAX_TITLE_CHARS} autoSize={{ minRows: 1, maxRows: 4 }} />
        </Form.Item>
        <Form.Item name="authors" label="作者" extra="每行一位">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
        <Form.Item name="resource_type" label="文献类型">
          <Select options={(types.data ?? []).map(({ code, name }) => ({ value: code, label: name }))} />
        </Form.Item>
        <div className={styles.pair}>
          {RECORD_LINES.map(([name, label]) => (
            <Form.Item
              key={name}
              name={name}
              label={label}
              {...(name === 'publish_date' && { extra: '如 2024、2024-05 或 2024-05-01' })}
            >
              <Input maxLength={MAX_FIELD_CHARS} />
            </Form.Item>
          ))}
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={change.isPending}>
            保存
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

/** Returns the names in a text with one a line, without empty lines. */
const parseNames = (authors: string): string[] =>
  authors
    .split('\n')
    .map((name) => name.trim())
    .filter(Boolean)

/** Returns the values of the form for the record of a document; without a record only its title. */
function formValues({ record, title }: Props['document']): Values {
  const lines = RECORD_LINES.map(([name]) => [name, record?.[name] ?? ''] as const)
  return {
    ...(Object.fromEntries(lines) as Record<RecordField, string>),
    resource_type: record?.resource_type ?? 1,
    title: plainText(record?.title || title),
    authors: record ? authorNames(record).join('\n') : '',
  }
}
