import { api } from '@scinav/contract'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { ModelMissing } from '../chat/answer/model-missing.tsx'
import { agentAddress } from '../chat/start/addresses.ts'
import { storeInputs } from '../chat/start/stored-input.ts'
import { PaperPicker, type PickedPaper } from '../paper/rows/paper-picker.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './applications.module.css'
import type { Application } from './applications.ts'

interface Props {
  /** The id of the application. */
  id: string
  onClose: () => void
}

/** Renders an application before its chat: what it does, its form, and example questions. */
export function ApplicationPanel({ id, onClose }: Props) {
  // In the API, applications are "tools". Blank filters return all of them, the read that other screens make too.
  const applications = useRead(api.tools.list, { keyword: '', category_id: '' })
  const application = applications.data?.find((candidate) => candidate.id === id)
  return (
    <Panel title={application?.name ?? 'AI 应用'} width={640} fit onClose={onClose}>
      <ReadView
        of={applications}
        what="应用"
        isEmpty={() => !application}
        empty={{
          title: '没有这个应用',
          note: '它可能已被管理员撤下',
          action: { name: '看全部应用', run: onClose },
        }}
      >
        {() => application && <StartForm application={application} />}
      </ReadView>
    </Panel>
  )
}

/** The values of an application's form, by the names of its fields. */
type Inputs = Record<string, string | undefined>

/**
 * Renders the form that starts a chat. Without the model that it needs, the form is disabled and says so. Papers are
 * chosen for the chat as a whole, so that only the first input of the kind `papers` is shown.
 */
function StartForm({ application }: { application: Application }) {
  const { id, description, opening, inputs, suggested_questions, model_missing } = application
  const navigate = useNavigate()
  const [form] = Form.useForm<Inputs>()
  const [papers, setPapers] = useState<PickedPaper[]>([])
  const fields = inputs.filter(({ kind }) => kind !== 'papers')
  const papersInput = inputs.find(({ kind }) => kind === 'papers')

  /** Opens the chat with the form's values if they are valid; a question is sent at once. */
  const startChat = async (question?: string) => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    // A field that was never touched or was cleared has no value.
    const filled = Object.entries(values).map(([name, value]) => [name, value ?? ''])
    storeInputs(id, Object.fromEntries(filled))
    const paper_id_list = papers.map((paper) => paper.id)
    void navigate(agentAddress(id, { paper_id_list, ...(question && { question }) }))
  }
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{description}</p>
      <ModelNotice application={application} />
      {opening && <p className={styles.opening}>{opening}</p>}
      <Form
        form={form}
        disabled={model_missing}
        layout="vertical"
        requiredMark={false}
        onFinish={() => void startChat()}
      >
        {papersInput && (
          <PaperPicker label={papersInput.label} max={papersInput.max} papers={papers} onChange={setPapers} />
        )}
        {fields.map((field) => (
          <InputField key={field.name} field={field} />
        ))}
        <div className={styles.bottom}>
          <Button type="primary" htmlType="submit">
            开始对话
          </Button>
        </div>
      </Form>
      {suggested_questions.length > 0 && !model_missing && (
        <section className={styles.questions} aria-label="可以这样问">
          <h3>可以这样问</h3>
          {suggested_questions.map((question) => (
            <button
              key={question}
              type="button"
              className={styles.question}
              onClick={() => void startChat(question)}
            >
              {question}
              <Icon name="right" size={16} />
            </button>
          ))}
        </section>
      )}
    </div>
  )
}

/** Reports, before anything is typed, that an application needs a model and none is available. */
function ModelNotice({ application: { id, model_missing } }: { application: Application }) {
  const models = useRead(api.chat.models, { application_id: id }, { enabled: model_missing })
  if (!model_missing) return null
  return <ModelMissing reason={models.data?.find((model) => model.reason)?.reason} />
}

/** A field of an application's form. */
type Field = Application['inputs'][number]

/** Renders one field of an application's form. */
function InputField({ field }: { field: Field }) {
  const { name, label, required } = field
  return (
    <Form.Item
      name={name}
      label={required ? label : `${label}（可不填）`}
      rules={required ? [{ required: true, whitespace: true, message: `请填写${label}` }] : []}
    >
      {renderControl(field)}
    </Form.Item>
  )
}

/** Renders the control of a field by its kind; a `max` of 0 sets no limit to its length. */
function renderControl({ kind, placeholder, options, max }: Field) {
  if (kind === 'select')
    return (
      <Select
        allowClear
        placeholder={placeholder || '请选择'}
        options={options.map((value) => ({ value, label: value }))}
      />
    )
  const limits = { placeholder, ...(max > 0 && { maxLength: max }) }
  if (kind === 'textarea')
    return <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} showCount={max > 0} {...limits} />
  return <Input {...limits} />
}
