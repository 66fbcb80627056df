import { expect, test } from 'vitest'
import { describeFault } from './fault.ts'

/** What PostgreSQL answers, with its code (appendix A of its manual). */
const refusals = [
  ['28000', 'role "nobody" does not exist', 'pg_hba.conf'],
  ['28P01', 'password authentication failed for user "scinav"', '用户名或密码'],
  ['3D000', 'database "scinav" does not exist', '数据库不存在'],
  ['42501', 'permission denied for schema public', '所有者'],
  ['53300', 'sorry, too many clients already', 'max_connections'],
] as const

test.each(refusals)(
  'what PostgreSQL refuses with %s is told as what to do, without a stack',
  (code, said, advice) => {
    const told = describeFault(Object.assign(new Error(said), { code }))
    expect(told).toContain(advice)
    expect(told).not.toContain('\n')
  },
)
