import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Checkbox, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { clearIssues, showIssues } from '../../ui/fields/forms.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { FormEnd } from '../form-end.tsx'
import styles from '../operator.module.css'
import type { McpInput, McpServer } from './mcp.ts'

/** The values of the form. */
interface FormValues {
  name: string
  description: string
  transport: 'http' | 'stdio'
  url: string
  command: string
  /** The arguments of the command, one per line. */
  args: string
  /** The request headers with `http`, the environment variables with `stdio`; kept when the transport is switched. */
  secrets: SecretValue[]
  /** Whether the server is in the institution's own network, whose addresses are refused otherwise. */
  inside: boolean
  /** Whether the tools that it declares as read-only run without asking the user. */
  trusted: boolean
}

interface Props {
  /** The server to edit; when absent, the form creates a new one. */
  server?: McpServer
  /** Whether the installation allows servers that are programs on its own machine. */
  stdioAllowed: boolean
  /** Called when the server has been saved, and when the user cancels. */
  onDone: () => void
}

/** Renders the form of an MCP server. Stored secret values are never shown again. */
export function McpForm({ server, stdioAllowed, onDone }: Props) {
  const [form] = Form.useForm<FormValues>()
  const [problem, setProblem] = useState<string>()
  const saving = useWrite(api.mcp.save, { refreshes: [api.mcp.adminServers, api.mcp.servers] })
  const save = async (values: FormValues) => {
    setProblem(undefined)
    const answer = await saving.mutateAsync(toInput(values, server))
    if (!answer.success) return setProblem(showIssues(form, answer))
    toast(`已保存${inCorners(values.name)}，请测试连接并批准工具`)
    onDone()
  }
  return (
    <Form
      form={form}
      name="mcp"
      layout="vertical"
      requiredMark={false}
      initialValues={formValues(server)}
      onValuesChange={(changed) => clearIssues(form, changed)}
      onFinish={(values) => void save(values)}
    >
      {/* A stored program can be edited even where new ones are not allowed any more. */}
      <McpFields
        stdioAllowed={stdioAllowed || server?.transport === 'stdio'}
        stored={server?.secrets ?? []}
      />
      <FormEnd problem={problem} saving={saving.isPending} onCancel={onDone} />
    </Form>
  )
}

/** Returns the form's initial values: those of a server, or of a new one. */
function formValues(server: McpServer | undefined): FormValues {
  return {
    name: server?.name ?? '',
    description: server?.description ?? '',
    transport: server?.transport ?? 'http',
    url: server?.url ?? '',
    command: server?.command ?? '',
    args: server?.args.join('\n') ?? '',
    secrets: server?.secrets.map((name) => ({ name, value: '' })) ?? [],
    inside: server?.inside ?? false,
    trusted: server?.trusted ?? false,
  }
}

/** Converts the form's values to the input of the call that saves a server. */
function toInput(values: FormValues, server: McpServer | undefined): McpInput {
  const { name, description, transport, url, command, args, secrets, inside, trusted } = values
  const isHttp = transport === 'http'
  return {
    ...(server && { id: server.id }),
    name,
    description,
    transport,
    inside,
    trusted,
    active: server?.active ?? true,
    url: isHttp ? url.trim() : null,
    command: isHttp ? null : command.trim(),
    args: isHttp
      ? []
      : args
          .split('\n')
          .map((arg) => arg.trim())
          .filter(Boolean),
    // An empty value keeps the stored secret.
    secrets: secrets.map((secret) => ({ name: secret.name, value: secret.value || null })),
  }
}

const requiredRule = (message: string) => [{ required: true, whitespace: true, message }]

/**
 * Renders the fields that apply to the chosen transport.
 *
 * @param stored the names of stored secrets.
 */
function McpFields({ stdioAllowed, stored }: { stdioAllowed: boolean; stored: readonly string[] }) {
  const transport = Form.useWatch<FormValues['transport']>('transport') ?? 'http'
  return (
    <>
      <Form.Item name="name" label="名称" rules={requiredRule('请填写名称')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="description" label="说明">
        <Input maxLength={500} placeholder="用户在设置里看到的一句话" />
      </Form.Item>
      <Form.Item name="transport" label="连接方式" hidden={!stdioAllowed}>
        <Segmented
          options={[
            { value: 'http', label: '网络地址' },
            { value: 'stdio', label: '本机程序' },
          ]}
        />
      </Form.Item>
      {transport === 'http' ? (
        <Form.Item name="url" label="地址" rules={requiredRule('请填写地址')}>
          <Input inputMode="url" spellCheck={false} maxLength={2_000} placeholder="https://" />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="command" label="命令" rules={requiredRule('请填写命令')}>
            <Input spellCheck={false} maxLength={500} />
          </Form.Item>
          <Form.Item name="args" label="参数" extra="每行一个">
            <Input.TextArea spellCheck={false} autoSize={{ minRows: 2, maxRows: 8 }} />
          </Form.Item>
        </>
      )}
      <McpSecrets what={transport === 'http' ? '请求头' : '环境变量'} stored={stored} />
      {transport === 'http' && (
        <Form.Item name="inside" valuePropName="checked" extra="不勾选时，内网和本机地址会被拒绝">
          <Checkbox>服务器在内网</Checkbox>
        </Form.Item>
      )}
      <Form.Item
        name="trusted"
        valuePropName="checked"
        extra="勾选后，它声明只读的工具直接运行；否则每次都先征求用户同意"
      >
        <Checkbox>相信它对只读的声明</Checkbox>
      </Form.Item>
    </>
  )
}

interface SecretValue {
  name: string
  /** '' for one whose stored value stays. */
  value: string
}

interface McpSecretsProps {
  /** What they are: 请求头, 环境变量. */
  what: string
  /** Names with stored values; an empty field keeps them. */
  stored: readonly string[]
}

/** Maximum number of headers or variables of one server, as many as the server accepts. */
const MAX_SECRETS = 20

const nameRules = [{ required: true, pattern: /^[\w-]{1,100}$/, message: '名称由字母、数字、- 和 _ 组成' }]

/** Renders headers or environment variables; those removed from the list are deleted. */
function McpSecrets({ what, stored }: McpSecretsProps) {
  const values = Form.useWatch<SecretValue[]>('secrets') ?? []
  const isStored = (index: number) => stored.includes(values[index]?.name ?? '')
  return (
    <Form.List name="secrets">
      {(fields, { add, remove }) => (
        <fieldset className={styles.secrets}>
          <legend>{what}</legend>
          {fields.map(({ key, name: index }) => (
            <div key={key} className={styles.secret}>
              <Form.Item name={[index, 'name']} rules={nameRules}>
                <Input
                  aria-label={`${what} ${index + 1} 的名称`}
                  placeholder="Authorization"
                  spellCheck={false}
                  maxLength={100}
                />
              </Form.Item>
              <Form.Item
                name={[index, 'value']}
                rules={isStored(index) ? [] : [{ required: true, message: '请填写值' }]}
              >
                <Input.Password
                  aria-label={`${what} ${index + 1} 的值`}
                  placeholder={isStored(index) ? '已保存，留空则不变' : '加密保存，之后不再显示'}
                  autoComplete="new-password"
                  visibilityToggle={false}
                  maxLength={4_000}
                />
              </Form.Item>
              <QuietButton icon="trash" label={`去掉${what} ${index + 1}`} onPress={() => remove(index)} />
            </div>
          ))}
          {fields.length < MAX_SECRETS && (
            <Button onClick={() => add({ name: '', value: '' })}>添加{what}</Button>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
