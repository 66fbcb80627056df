import { expect, onTestFinished, test } from 'vitest'
import { chatScene, HELLO_REQUEST, neverAborted } from '../../../testing/scripted-chat.ts'
import {
  cut,
  failing,
  hang,
  malformed,
  refuse,
  say,
  silent,
  unfinished,
} from '../../../testing/scripted-model.ts'
import { SHORT_MODEL_TIMEOUTS } from '../../../testing/timeouts.ts'

for (const [name, reply, fault] of [
  ['a refused key', refuse(401), { code: 'provider_auth', retryable: false, message: /密钥/ }],
  ['a forbidden model', refuse(403), { code: 'provider_auth', retryable: false, message: /密钥/ }],
  ['a spent account', refuse(402), { code: 'provider_rate_limited', retryable: false, message: /额度/ }],
  ['an unknown model', refuse(404), { code: 'provider_error', retryable: false, message: /没有这个模型/ }],
  [
    'a question that is too long',
    refuse(400, {
      code: 'context_length_exceeded',
      message: "This model's maximum context length is 8192 tokens",
    }),
    { code: 'context_too_long', retryable: false, message: /长度上限/ },
  ],
  [
    'a question that a filter refuses',
    refuse(400, { message: 'Content Exists Risk' }),
    { code: 'content_filtered', retryable: false, message: /内容审核/ },
  ],
  [
    'a pause longer than anyone waits',
    refuse(429, {}, 3_600),
    { code: 'provider_rate_limited', retryable: true, message: /请求过多/ },
  ],
] as const) {
  test(`${name} is said at once, and asked once`, async () => {
    const { server, ask } = await chatScene()
    server.next(reply)
    const { fault: thrown, text } = await ask()
    expect(thrown).toMatchObject({ ...fault, message: expect.stringMatching(fault.message) })
    expect([text, server.requests.length]).toEqual(['', 1])
  })
}

for (const [name, reply, code] of [
  ['500', refuse(500), 'provider_error'],
  ['429 with Retry-After', refuse(429, {}, 0), 'provider_rate_limited'],
  ['a cut before the first token', cut(), 'provider_error'],
  ['a stream that ends without a word', unfinished([]), 'provider_error'],
  ['a finished answer without a word', say([]), 'provider_error'],
  ['a malformed first frame', malformed(), 'provider_error'],
  ['an error as the first frame', failing([], { message: 'overloaded', code: 503 }), 'provider_error'],
  ['a gateway without its model', refuse(502), 'provider_error'],
] as const) {
  test(`${name} is tried again twice, then said`, async () => {
    const { server, ask } = await chatScene()
    server.next(reply, reply)
    expect(await ask()).toMatchObject({ text: '好的。', fault: null })
    expect(server.requests).toHaveLength(3)

    server.next(reply, reply, reply)
    expect((await ask()).fault).toMatchObject({ code, retryable: true })
    expect(server.requests).toHaveLength(6)
  })
}

for (const [name, reply, code] of [
  ['cut in mid-frame', cut(['前半', '句']), 'provider_error'],
  ['a malformed frame', malformed(['前半', '句']), 'provider_error'],
  ['an end without a reason', unfinished(['前半', '句']), 'provider_error'],
  ['an error frame', failing('前半句', { message: 'Rate limit reached' }), 'provider_rate_limited'],
  ['a filter at the end', say('前半句', { finish: 'content_filter' }), 'content_filtered'],
  ['silence', hang(['前半', '句']), 'provider_timeout'],
] as const) {
  test(`after ${name} what was said stays said, and nothing is tried again`, async () => {
    const { server, ask } = await chatScene(SHORT_MODEL_TIMEOUTS)
    server.next(reply)
    expect(await ask()).toMatchObject({ text: '前半句', fault: { code } })
    expect(server.requests).toHaveLength(1)
  })
}

test('the beginning of a tag is text where the answer ends with it, and nothing where the stream breaks there', async () => {
  const { server, ask } = await chatScene()
  server.next(cut('若 a <th'), say('若 a <t'))
  expect(await ask()).toMatchObject({ text: '若 a ', fault: { code: 'provider_error' } })
  expect(await ask()).toMatchObject({ text: '若 a <t', fault: null })
})

test('a connection that goes after the last word takes nothing away', async () => {
  const { server, ask } = await chatScene()
  const { steps = [] } = say('说完了。')
  server.next({ steps: [...steps.slice(0, -1), { cut: true }] })
  expect(await ask()).toMatchObject({ text: '说完了。', usage: { prompt_tokens: 12 }, fault: null })
})

test('a model that never begins is given up within the limit of the first token, and not asked again', async () => {
  for (const reply of [silent(), hang()]) {
    const { server, ask } = await chatScene({ first_ms: 100 })
    server.next(reply)
    expect((await ask()).fault).toMatchObject({ code: 'provider_timeout', retryable: true, detail: 'first' })
    expect(server.requests).toHaveLength(1)
  }
})

test('comments of a queue do not count as a first token', async () => {
  const { server, ask } = await chatScene({ first_ms: 100 })
  const pings = Array.from({ length: 20 }, () => [
    { raw: ': keep-alive\n\n' },
    { until: new Promise((resolve) => setTimeout(resolve, 20)) },
  ]).flat()
  server.next({ steps: [...pings, { hang: true }] })
  expect((await ask()).fault).toMatchObject({ code: 'provider_timeout', detail: 'first' })
})

test('an answer that goes on for ever ends at the total limit', async () => {
  const { server, ask } = await chatScene({ total_ms: 2_000 })
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  onTestFinished(() => stop())
  server.next({ steps: [{ chunk: { choices: [{ delta: { content: '啊' } }] } }, { until: stopped }] })
  expect(await ask()).toMatchObject({ text: '啊', fault: { code: 'provider_timeout', detail: 'total' } })
})

test('a reader that takes its time is not the model’s fault', async () => {
  const { server, model } = await chatScene({ idle_ms: 500 })
  server.next(say(['一', '二', '三']))
  let text = ''
  for await (const part of model.stream(HELLO_REQUEST, neverAborted())) {
    await new Promise((resolve) => setTimeout(resolve, 700))
    if (part.type === 'text') text += part.delta
  }
  expect(text).toBe('一二三')
})

test('stopping ends the call to the model, whether it speaks, is silent, or is waited for', async () => {
  const { server, ask } = await chatScene({ backoff_ms: 60_000 })
  for (const reply of [hang('前半'), silent(), refuse(500)]) {
    server.next(reply)
    const stop = new AbortController()
    const heard = ask(HELLO_REQUEST, stop.signal)
    setTimeout(() => stop.abort(new Error('stopped by its reader')), 50)
    expect((await heard).fault).toMatchObject({ message: 'stopped by its reader' })
  }
  await expect.poll(() => server.left.count).toBe(2)
  expect(server.requests).toHaveLength(3)
})

test('a reader that goes away lets the endpoint go', async () => {
  const { server, model } = await chatScene()
  server.next(hang(['一', '二']))
  for await (const part of model.stream(HELLO_REQUEST, neverAborted())) if (part.type === 'text') break
  await expect.poll(() => server.left.count).toBe(1)
})

test('what the endpoint said is kept for the operator, without the key', async () => {
  const { server, ask } = await chatScene()
  server.next(refuse(401, { message: 'Incorrect API key provided: sk-secret-1234' }))
  const { fault } = await ask()
  expect(fault).toMatchObject({ status: 401, detail: expect.stringContaining('provided: ***') })
  expect(JSON.stringify({ ...fault, message: fault?.message })).not.toContain('sk-secret')
})

test('nobody listening is a connection that could not be made', async () => {
  const { server, ask } = await chatScene()
  await server.close()
  expect((await ask()).fault).toMatchObject({
    code: 'provider_error',
    message: expect.stringContaining('连接不上'),
  })
})

test('an address that answers with a web page or with text is no model', async () => {
  const { server, ask } = await chatScene({ retries: 0 })
  const html = { headers: { 'content-type': 'text/html' }, steps: [{ raw: '<html>' }] }
  server.next(html, { json: 'hello' })
  expect((await ask()).fault).toMatchObject({
    code: 'provider_error',
    detail: expect.stringContaining('web page'),
  })
  expect((await ask()).fault).toMatchObject({ code: 'provider_error' })
})

test('Retry-After counts as seconds, as milliseconds and as a date', async () => {
  for (const headers of [
    { 'retry-after': '120' },
    { 'retry-after-ms': '120000' },
    { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() },
  ]) {
    const { server, ask } = await chatScene()
    server.next({ ...refuse(429), headers })
    expect((await ask()).fault).toMatchObject({ code: 'provider_rate_limited', retryable: true })
    expect(server.requests).toHaveLength(1)
  }
})

test('an endpoint cannot send the key on to another address', async () => {
  const { server, ask } = await chatScene({ retries: 0 })
  const other = await chatScene()
  server.next({ status: 307, headers: { location: `${other.server.url}/chat/completions` }, json: {} })
  expect((await ask()).fault).toMatchObject({ code: 'provider_error' })
  expect(other.server.requests).toEqual([])
})

test('wherever a stream ends, what was heard is the beginning of the answer, and whole only where it was', async () => {
  const whole = { text: '甲 < 乙😀，完。', reasoning: '想一想' }
  const frames = ['<thi', 'nk>想一', '想</th', 'ink>\n\n甲 <', ' 乙😀，', '完。'].map(
    (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
  )
  const stream = `${frames.join('')}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
  const finished = stream.indexOf('data: [DONE]')
  const { server, ask } = await chatScene({ retries: 0 })
  for (let end = 0; end <= stream.length; end += end > finished - 80 ? 1 : 7) {
    server.next({ steps: [{ raw: stream.slice(0, end) }], piece_bytes: 5 })
    const { text, reasoning, fault } = await ask()
    expect(whole.text.startsWith(text) && whole.reasoning.startsWith(reasoning), stream.slice(0, end)).toBe(
      true,
    )
    expect(fault === null, String(end)).toBe(end >= finished)
    if (end >= finished) expect({ text, reasoning }).toEqual(whole)
  }
})
