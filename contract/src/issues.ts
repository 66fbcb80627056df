import { z } from 'zod'

/** Returns a Chinese description of a validation error, for schemas without a message of their own. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '请填写此项' : '类型不正确'
    case 'too_small':
      return issue.origin === 'string' ? tooShortMessage(issue.minimum) : `不能小于 ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `不能超过 ${issue.maximum} 个字符`
      return issue.origin === 'array' ? `不能超过 ${issue.maximum} 项` : `不能大于 ${issue.maximum}`
    case 'invalid_value':
      return `只能是：${issue.values.join('、')}`
    case 'unrecognized_keys':
      return `不认识的字段：${issue.keys.join('、')}`
    default:
      return '格式不正确'
  }
}

function tooShortMessage(minimum: number | bigint): string {
  return minimum === 1 ? '请填写此项' : `至少需要 ${minimum} 个字符`
}

z.config({ customError: describeIssue })
