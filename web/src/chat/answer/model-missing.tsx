import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../api/session.state.ts'
import action from '../../ui/buttons/buttons.module.css'
import { Notice } from '../../ui/views/notice.tsx'

interface Props {
  /** Why an existing model cannot be used. */
  reason?: string | null | undefined
  /** Other actions. */
  children?: ReactNode
}

/** Reports that an application cannot answer without a model, and who can configure one. */
export function ModelMissing({ reason, children }: Props) {
  const isOperator = useUser()?.is_admin ?? false
  return (
    <Notice
      tone="warning"
      action={
        <>
          {children}
          {isOperator && (
            <Link className={action.button} to="/home?panel=models">
              配置模型
            </Link>
          )}
        </>
      }
    >
      <p>
        未配置模型：这个应用需要语言模型才能作答。
        {isOperator ? '配置好之后就能使用。' : '请联系管理员配置。'}
      </p>
      {reason && <p>{reason}</p>}
    </Notice>
  )
}
