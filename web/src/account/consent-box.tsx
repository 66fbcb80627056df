import { Checkbox, Form } from 'antd'
import { useHomeState } from '../api/specified.state.ts'

/** The person's consent to the agreement and the privacy policy; both open in a tab of their own. */
export function ConsentBox() {
  const { agreement_url, privacy_url } = useHomeState((state) => state.logoInfo)
  return (
    <Form.Item name="agree" valuePropName="checked" rules={[{ validator: agreed }]}>
      <Checkbox>
        我已阅读并同意{' '}
        <a href={agreement_url ?? '/agreement'} target="_blank" rel="noreferrer">
          用户协议
        </a>{' '}
        与{' '}
        <a href={privacy_url ?? '/privacy'} target="_blank" rel="noreferrer">
          隐私政策
        </a>
      </Checkbox>
    </Form.Item>
  )
}

const agreed = (_: unknown, value: unknown) =>
  value === true ? Promise.resolve() : Promise.reject(new Error('请阅读并同意用户协议与隐私政策'))
