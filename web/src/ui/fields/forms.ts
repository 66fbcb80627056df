import type { TextRule } from '@scinav/contract'
import type { FormInstance } from 'antd'
import type { Failure } from '../../api/call.ts'

/**
 * Shows the issues of a rejected form at their fields, and focuses the first of these. Returns the message that belongs
 * to no field, or undefined when the fields show everything.
 */
export function showIssues(form: FormInstance, failure: Failure): string | undefined {
  const fields = Object.keys(form.getFieldsValue(true))
  const issues = failure.issues ?? []
  const shownIssues = issues.filter(({ path }) => fields.includes(path))
  form.setFields(shownIssues.map(({ path, message }) => ({ name: path, errors: [message] })))
  const first = shownIssues[0]
  if (first) form.scrollToField(first.path, { focus: true, block: 'center' })
  const otherMessages = issues.filter((issue) => !shownIssues.includes(issue)).map(({ message }) => message)
  if (otherMessages.length > 0) return otherMessages.join('；')
  return shownIssues.length > 0 ? undefined : failure.message
}

/** Clears the errors of the fields that change; for a form's `onValuesChange`. */
export function clearIssues(form: FormInstance, changed: object): void {
  form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
}

/** Creates a form rule that rejects what the call would reject, with the same message. */
export function textRule(rule: TextRule) {
  return {
    validator(_: unknown, value: unknown): Promise<void> {
      const message = rule(typeof value === 'string' ? value : '')
      return message ? Promise.reject(new Error(message)) : Promise.resolve()
    },
  }
}
