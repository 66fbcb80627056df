import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { AutoComplete, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { clearIssues, showIssues } from '../../ui/fields/forms.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { FormEnd } from '../form-end.tsx'
import styles from '../operator.module.css'
import { MODEL_READS, type Model, type ModelKind, type Models, modelKinds } from './models.ts'

/** The fields of the form. */
interface Values {
  kind: ModelKind
  name: string
  base_url: string
  model: string
  api_key?: string
  clear_key?: boolean
  /** How much text the model takes at once, in tokens. */
  context_tokens: number
  /** Whether the model runs within the institution, so that no text leaves it. */
  inside: boolean
}

/** The values of the form for a new model. */
const emptyModel: Values = {
  kind: 'chat',
  name: '',
  base_url: '',
  model: '',
  context_tokens: 32_000,
  inside: false,
}

interface Props {
  /** The model to edit; when absent, the form creates a new one. */
  model?: Model
  services: Models['services']
  /** Receives the id of the saved model, or nothing when the form was cancelled. */
  onDone: (saved?: string) => void
}

/** Renders the form of a model. A stored key is never shown again. */
export function ModelsForm({ model, services, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState<string>()
  const saving = useWrite(api.models.save, { refreshes: MODEL_READS })
  const save = async (values: Values) => {
    setProblem(undefined)
    const answer = await saving.mutateAsync({
      ...values,
      ...(model && { id: model.id, active: model.active }),
    })
    if (!answer.success) return setProblem(showIssues(form, answer))
    toast(`已保存${inCorners(values.name)}，正在测试连接`)
    onDone(answer.data.id)
  }
  return (
    <Form
      form={form}
      name="model"
      layout="vertical"
      requiredMark={false}
      initialValues={model ? { ...emptyModel, ...modelValues(model) } : emptyModel}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={(values) => void save(values)}
    >
      {!model && <KnownServices services={services} />}
      <ModelFields model={model} services={services} />
      <FormEnd problem={problem} saving={saving.isPending} name="保存并测试连接" onCancel={() => onDone()} />
    </Form>
  )
}

/** Renders presets for well-known services, which leave only the key to type. */
function KnownServices({ services }: { services: Models['services'] }) {
  const form = Form.useFormInstance<Values>()
  return (
    <Form.Item label="常用服务">
      <div className={styles.services}>
        {services.map(({ label, base_url, model, inside }) => (
          <Button
            key={label}
            onClick={() => form.setFieldsValue({ kind: 'chat', name: label, base_url, model, inside })}
          >
            {label}
          </Button>
        ))}
      </div>
    </Form.Item>
  )
}

/** Returns the editable fields of a model. */
function modelValues({ kind, name, base_url, model, context_tokens, inside }: Model): Values {
  return { kind, name, base_url, model, context_tokens, inside }
}

/** Returns the rule of a field that must not be empty. */
const requiredRule = (message: string) => [{ required: true, whitespace: true, message }]

/** Longest name that users see, in characters. */
const MAX_NAME_CHARS = 60

/** Longest name of a model at its provider, in characters. */
const MAX_MODEL_CHARS = 200

/** Longest key, in characters. */
const MAX_KEY_CHARS = 1_000

/** Renders the fields of a model. */
function ModelFields({ model, services }: { model: Model | undefined; services: Models['services'] }) {
  const options = modelKinds.map(({ value, name }) => ({ value, label: name }))
  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="name" label="名称" rules={requiredRule('请填写名称')}>
          <Input maxLength={MAX_NAME_CHARS} placeholder="用户看到的名称" />
        </Form.Item>
        <Form.Item name="kind" label="类型">
          <Select options={options} disabled={model !== undefined} />
        </Form.Item>
      </div>
      <Form.Item
        name="base_url"
        label="接口地址"
        extra="兼容 OpenAI 接口的地址，通常以 /v1 结尾；只填主机名时自动补上 /v1"
        rules={requiredRule('请填写接口地址')}
      >
        <AutoComplete
          options={services.map(({ label, base_url }) => ({
            value: base_url,
            label: `${label}  ${base_url}`,
          }))}
        >
          <Input inputMode="url" spellCheck={false} placeholder="https://" />
        </AutoComplete>
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item
          name="model"
          label="模型名称"
          extra="服务商文档里的名称"
          rules={requiredRule('请填写模型名称')}
        >
          <Input spellCheck={false} maxLength={MAX_MODEL_CHARS} />
        </Form.Item>
        <Form.Item name="context_tokens" label="上下文长度（词元）">
          <InputNumber
            className={styles.wide ?? ''}
            min={1_000}
            max={10_000_000}
            step={1_000}
            precision={0}
          />
        </Form.Item>
      </div>
      <Form.Item name="api_key" label="密钥" extra={keyNote(model)}>
        <Input.Password
          autoComplete="new-password"
          spellCheck={false}
          maxLength={MAX_KEY_CHARS}
          visibilityToggle={false}
        />
      </Form.Item>
      {model?.has_key && (
        <Form.Item name="clear_key" valuePropName="checked">
          <Checkbox>删除已保存的密钥</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="inside" valuePropName="checked" extra={<DataTransferNotice />}>
        <Checkbox>模型部署在本机构内</Checkbox>
      </Form.Item>
    </>
  )
}

/** Renders which data is sent out when the model is external, and whose consent is required. */
function DataTransferNotice() {
  const kind = Form.useWatch('kind')
  return DATA_TRANSFER_TEXTS[kind as ModelKind] ?? DATA_TRANSFER_TEXTS.chat
}

/** What is sent to a model outside, and after whose consent, by the kind of the model. */
const DATA_TRANSFER_TEXTS: Record<ModelKind, string> = {
  chat: '不勾选时，用户第一次使用前会看到「这个问题会发到站外」的提示，同意后才发送',
  embedding:
    '不勾选时，启用即由您决定：本馆文献的摘要（没有摘要的发题名）会在后台发到这个地址生成向量；用户的问题在其同意后才发送',
  rerank: '不勾选时，用户第一次使用前会看到提示，同意后才把问题和文献片段发到这个地址',
}

/** Returns the note below the field of the key: whether one is stored and what an empty field means. */
function keyNote(model: Model | undefined): string {
  if (!model?.has_key) return '加密保存，之后不再显示；本机模型通常不需要'
  const hint = model.key_hint ? `（末四位 ${model.key_hint}）` : ''
  return `已保存密钥${hint}，留空则不变；换了地址需要重新填写`
}
