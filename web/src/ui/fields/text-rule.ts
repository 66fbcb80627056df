import type { Rule } from '@scinav/contract'

/** A form rule that refuses what the call would refuse, in the same words. */
export function textRule(rule: Rule) {
  return {
    validator(_: unknown, value: unknown): Promise<void> {
      const message = rule(typeof value === 'string' ? value : '')
      return message ? Promise.reject(new Error(message)) : Promise.resolve()
    },
  }
}
