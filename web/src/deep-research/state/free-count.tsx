import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'

/** Renders the number of free research runs left today. */
export function FreeCount() {
  const { data } = useRead(api.chat.freeCount, {})
  if (!data) return null
  return <span>{data.left > 0 ? `今天还可免费研究 ${data.left} 次` : '今天的免费次数已用完，明天恢复'}</span>
}
