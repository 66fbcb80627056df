import { expect, test } from 'vitest'
import { chatScene, HELLO_REQUEST } from '../../../testing/scripted-chat.ts'
import { callTool, refuse, say } from '../../../testing/scripted-model.ts'

test('an answer comes in the pieces it was sent in, with its usage', async () => {
  const { server, ask } = await chatScene()
  server.next(say(['钙钛矿', '的效率', '是 26.1%。']))

  const heard = await ask()
  expect(heard).toMatchObject({ text: '钙钛矿的效率是 26.1%。', deltas: 3, reasoning: '', fault: null })
  expect(heard.usage).toEqual({ type: 'usage', prompt_tokens: 12, completion_tokens: 34 })
  expect(server.requests[0]).toMatchObject({
    path: '/v1/chat/completions',
    authorization: 'Bearer sk-secret-1234',
    body: { model: 'scripted', stream: true, messages: [{ role: 'user', content: '你好' }] },
  })
})

test('the text is the same wherever the bytes are split, with CRLF and without counts', async () => {
  const { server, ask } = await chatScene()
  const text = '𝛼–β 与“引号”😀<b>不是标签</b>'
  for (const piece_bytes of [1, 2, 3, 7, 64])
    server.next(
      say([text.slice(0, 5), text.slice(5)], { piece_bytes, crlf: piece_bytes % 2 === 1, usage: null }),
    )

  for (let at = 0; at < 5; at += 1)
    expect(await ask()).toMatchObject({ text, usage: null, reasoning: '', fault: null })
})

test('reasoning is kept out of the text, as a field of its own or between tags that are split', async () => {
  const { server, ask } = await chatScene()
  server.next(
    say('答案', { reasoning: ['先想', '一下'] }),
    say(['<th', 'ink>先想', '一下</thi', 'nk>\n', '\n答', '案']),
    say('<think>先想一下</think>答案', { piece_bytes: 1 }),
  )
  for (let at = 0; at < 3; at += 1)
    expect(await ask()).toMatchObject({ text: '答案', reasoning: '先想一下', fault: null })
})

test('reasoning whose beginning is not marked is told as such once its end is', async () => {
  const { server, ask } = await chatScene()
  server.next(say(['plan the ', 'answer</th', 'ink>\n\nLake ice']), say('Lake</think> ice </think> melts'))
  expect(await ask()).toMatchObject({ text: 'Lake ice', fault: null })
  expect(await ask()).toMatchObject({ text: 'ice melts', fault: null })
})

test('thoughts alone are no answer', async () => {
  const { server, ask } = await chatScene()
  server.next(
    say([], { reasoning: '想了很久' }),
    say([], { reasoning: '想', finish: 'length' }),
    say('想</think>  '),
  )
  expect((await ask()).fault).toMatchObject({
    message: expect.stringContaining('没有写出回答'),
    retryable: true,
  })
  expect((await ask()).fault).toMatchObject({ message: expect.stringContaining('长度上限') })
  expect((await ask()).fault).toMatchObject({ message: expect.stringContaining('没有写出回答') })
})

test('an endpoint that wants its thoughts back with its calls gets them, from then on too', async () => {
  const { server, ask } = await chatScene()
  server.next(
    refuse(400, { message: 'reasoning_content is missing in assistant tool call message at index 0' }),
  )
  const calls = [{ call_id: 'c1', name: 'search', args: '{}' }]
  const messages = [
    { role: 'assistant' as const, content: '', calls, reasoning: '先查' },
    { role: 'tool' as const, content: '[]', call_id: 'c1' },
  ]
  for (let at = 0; at < 2; at += 1) expect(await ask({ messages })).toMatchObject({ fault: null })
  const sent = server.requests.map(({ body }) => body.messages[0]?.reasoning_content)
  expect(sent).toEqual([undefined, '先查', '先查'])
})

test('a short request switches reasoning off in the way of its endpoint, until the endpoint rejects it', async () => {
  const { server, ask } = await chatScene({}, 'Qwen/Qwen3-8B')
  const short = { ...HELLO_REQUEST, without_thinking: true }
  server.next(say('甲'), say('乙'), refuse(400, { message: 'Unknown field chat_template_kwargs' }))
  await ask(short)
  await ask(HELLO_REQUEST)
  expect(await ask(short)).toMatchObject({ fault: null })
  await ask(short)
  const sent = server.requests.map(({ body }) => body.chat_template_kwargs)
  const off = { enable_thinking: false }
  expect(sent).toEqual([off, undefined, off, undefined, undefined])
})

test('a call for a tool is put together from its pieces', async () => {
  const { server, ask } = await chatScene()
  const tools = [{ name: 'search', description: '检索', parameters: { type: 'object' } }]
  server.next(callTool('search', { query: '图神经网络', size: 3 }, '我查一下。'))

  const heard = await ask({ ...HELLO_REQUEST, tools })
  expect(heard.text).toBe('我查一下。')
  expect(heard.calls).toEqual([
    { call_id: 'call_1', name: 'search', args: '{"query":"图神经网络","size":3}' },
  ])
  expect(server.requests[0]?.body.tools).toEqual([{ type: 'function', function: tools[0] }])
})

test('the result of a tool goes back under the id of its call', async () => {
  const { server, ask } = await chatScene()
  const calls = [{ call_id: 'c1', name: 'search', args: '{}' }]
  await ask({
    messages: [
      { role: 'assistant', content: '', calls },
      { role: 'tool', content: '[]', call_id: 'c1' },
    ],
  })
  expect(server.requests[0]?.body.messages).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }],
    },
    { role: 'tool', content: '[]', tool_call_id: 'c1' },
  ])
})

test('an endpoint without tools, counts or a temperature is asked without them, from then on too', async () => {
  const { server, ask } = await chatScene()
  server.next(
    refuse(400, { message: 'This response_format type is unavailable now' }),
    refuse(400, { message: 'model does not support tools' }),
    refuse(422, { message: "unknown field 'stream_options'" }),
    refuse(400, { message: "Unsupported parameter: use 'max_completion_tokens' instead of 'max_tokens'" }),
  )
  const tools = [{ name: 'x', description: '', parameters: {} }]
  const request = { ...HELLO_REQUEST, tools, max_tokens: 9, reply_schema: { type: 'object' } }

  expect(await ask(request)).toMatchObject({ text: '好的。', fault: null })
  await ask(request)
  const [last] = server.requests.slice(-1)
  expect(server.requests[0]?.body.response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { schema: { type: 'object' } },
  })
  expect(server.requests).toHaveLength(6)
  expect(last?.body).toEqual({
    model: 'scripted',
    stream: true,
    messages: HELLO_REQUEST.messages,
    max_completion_tokens: 9,
  })
})

test('a form of the reply that is refused is left out from then on, also where the refusal names nothing', async () => {
  for (const message of ['response_format is not supported', 'Bad Request']) {
    const { server, ask } = await chatScene()
    server.next(refuse(400, { message }))
    const asked = { ...HELLO_REQUEST, reply_schema: { type: 'object' } }
    for (let at = 0; at < 2; at += 1) expect(await ask(asked)).toMatchObject({ text: '好的。', fault: null })
    const sent = server.requests.map(({ body }) => 'response_format' in body)
    expect(sent, message).toEqual([true, false, false])
  }
})

test('an endpoint that does not stream is read whole', async () => {
  const { server, ask } = await chatScene()
  const message = { role: 'assistant', content: '<think>嗯</think>整段', reasoning: '' }
  server.next({ json: { choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 1 } } })

  expect(await ask()).toMatchObject({ text: '整段', reasoning: '嗯', usage: { completion_tokens: null } })
})
