import { expect, test } from 'vitest'
import { HELLO_REQUEST } from '../../../testing/scripted-chat.ts'
import type { ReplyFormat } from './endpoint-profiles.ts'
import { requestBody } from './parameters.ts'

test('the form of a reply is asked for in the way that the endpoint knows', () => {
  const schema = { type: 'object' }
  const asked = { ...HELLO_REQUEST, reply_schema: schema }
  const formatFor = (replyFormat: ReplyFormat, request = asked) => {
    const habits = { refused: new Set<string>(), needsReasoning: false, withoutThinking: {}, replyFormat }
    return (requestBody('m', request, habits) as { response_format?: object }).response_format
  }
  const json_schema = { name: 'reply', strict: true, schema }
  expect(formatFor('json_schema')).toEqual({ type: 'json_schema', json_schema })
  expect(formatFor('json_object')).toEqual({ type: 'json_object' })
  expect(formatFor('none')).toBeUndefined()
})
