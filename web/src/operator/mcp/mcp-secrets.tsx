import { Button, Form, Input } from 'antd'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import styles from '../operator.module.css'

export interface SecretValue {
  name: string
  value: string
}

interface Props {
  what: string
  /** Names with stored values; an empty field keeps them. */
  stored: readonly string[]
}

const nameRules = [{ required: true, pattern: /^[\w-]{1,100}$/, message: '名称由字母、数字、- 和 _ 组成' }]

/** Renders headers or environment variables; those removed from the list are deleted. */
export function McpSecrets({ what, stored }: Props) {
  const now = Form.useWatch<SecretValue[]>('secrets') ?? []
  const isStored = (place: number) => stored.includes(now[place]?.name ?? '')
  return (
    <Form.List name="secrets">
      {(fields, { add, remove }) => (
        <fieldset className={styles.secrets}>
          <legend>{what}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className={styles.secret}>
              <Form.Item name={[name, 'name']} rules={nameRules}>
                <Input
                  aria-label={`${what} ${name + 1} 的名称`}
                  placeholder="Authorization"
                  spellCheck={false}
                  maxLength={100}
                />
              </Form.Item>
              <Form.Item
                name={[name, 'value']}
                rules={isStored(name) ? [] : [{ required: true, message: '请填写值' }]}
              >
                <Input.Password
                  aria-label={`${what} ${name + 1} 的值`}
                  placeholder={isStored(name) ? '已保存，留空则不变' : '加密保存，之后不再显示'}
                  autoComplete="new-password"
                  visibilityToggle={false}
                  maxLength={4_000}
                />
              </Form.Item>
              <QuietButton icon="trash" label={`去掉${what} ${name + 1}`} onPress={() => remove(name)} />
            </div>
          ))}
          {fields.length < 20 && <Button onClick={() => add({ name: '', value: '' })}>添加{what}</Button>}
        </fieldset>
      )}
    </Form.List>
  )
}
