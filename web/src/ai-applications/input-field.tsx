import { Form, Input, Select } from 'antd'
import type { Application } from './applications.ts'

export type Field = Application['inputs'][number]

/** One field of an application's form. */
export function InputField({ field }: { field: Field }) {
  const { name, label, required } = field
  return (
    <Form.Item
      name={name}
      label={required ? label : `${label}（可不填）`}
      rules={required ? [{ required: true, whitespace: true, message: `请填写${label}` }] : []}
    >
      {control(field)}
    </Form.Item>
  )
}

function control({ kind, placeholder, options, max }: Field) {
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
