import { expect, test } from 'vitest'
import { z } from 'zod'
import { api, type Endpoint, isEmpty, type ProblemId, problemIssue, problems, reference } from './index.ts'
import { flag, listOf, optionalText, optionalWholeNumber, pagedInput, wholeNumber } from './shapes.ts'

test('nothing is the empty string, undefined, null, their names, and empty objects and lists', () => {
  for (const value of ['', undefined, null, 'undefined', 'null', {}, []])
    expect(isEmpty(value), String(value)).toBe(true)
  for (const value of [0, false, ' ', 'none', [0], { a: undefined }, new Date(0)])
    expect(isEmpty(value), String(value)).toBe(false)
})

test('a list in a query may be repeated, joined by commas or single, and drops empty elements', () => {
  const list = listOf(z.string(), 3)
  expect(list.parse(['a', '', 'b'])).toEqual(['a', 'b'])
  expect(list.parse('a,b,')).toEqual(['a', 'b'])
  expect(list.parse('a')).toEqual(['a'])
  expect(list.parse(undefined)).toEqual([])
  expect(list.safeParse('a,b,c,d').success).toBe(false)
})

test('a flag in a query is true, false, 1 or 0, and nothing else', () => {
  expect(['true', '1', true, 'false', '0', false].map((value) => flag.parse(value))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  for (const value of ['yes', 2, 'TRUE', '']) expect(flag.safeParse(value).success).toBe(false)
})

test('left-out text is undefined, however it is left out', () => {
  for (const value of ['', 'null', 'undefined', null, undefined])
    expect(optionalText(5).parse(value)).toBeUndefined()
  expect(optionalText(5).parse(' ab ')).toBe('ab')
})

test('pages begin at 1, hold 100 rows at most, and end at row 10,000', () => {
  const input = pagedInput({ keyword: optionalText(10) })
  expect(input.parse({})).toEqual({ page_num: 1, page_size: 20, keyword: undefined })
  expect(input.parse({ page_num: '100', page_size: '100' })).toMatchObject({ page_num: 100 })
  expect(input.safeParse({ page_num: 0 }).success).toBe(false)
  expect(input.safeParse({ page_size: 101 }).success).toBe(false)
  expect(input.safeParse({ page_num: 101, page_size: 100 }).error?.issues[0]?.message).toBe(
    '请缩小范围或导出全部',
  )
})

test('a contact is an e-mail in lower case or a mainland mobile without its country code', () => {
  const { target: contact } = api.user.sendCode.input.shape
  expect(contact.parse(' Lin@Example.edu.CN ')).toBe('lin@example.edu.cn')
  expect(contact.parse('+8613800138000')).toBe('13800138000')
  for (const value of ['lin', '12345678901', '010-62785001', 'a@b'])
    expect(contact.safeParse(value).success).toBe(false)
})

test('what is wrong with a value is said in Chinese', () => {
  const { password } = api.user.register.input.shape
  expect(password.safeParse('short').error?.issues[0]?.message).toBe('密码至少 10 位')
  const issues = api.user.register.input.safeParse({}).error?.issues ?? []
  expect(issues.length).toBeGreaterThan(5)
  for (const { message } of issues) expect(message).toMatch(/[\u4e00-\u9fff]/)
})

test('every call has its own method and path, a path parameter is in its input, and only extras are marked so', () => {
  const endpoints = Object.values(api).flatMap((group) => Object.values(group))
  const names = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, input } of endpoints) {
    const fields = Object.keys(
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {},
    )
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(fields).toContain(name)
  }
})

test('every problem has a status of its kind and a Chinese sentence', () => {
  for (const { status, message } of Object.values(problems)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/[\u4e00-\u9fff]/)
  }
})

test('a number is a number or its digits; what is empty, true or a list is none', () => {
  const number = wholeNumber(0, 9999)
  expect([7, '7', '0'].map((value) => number.parse(value))).toEqual([7, 7, 0])
  for (const value of ['', null, true, false, [], [7], {}, ' 7', '7.0', '0x7', '1e3', 1.5, 10_000])
    expect(number.safeParse(value).success, JSON.stringify(value)).toBe(false)
  const optional = z.object({ year: optionalWholeNumber(0, 9999) })
  for (const value of ['', null, undefined, 'null', {}, []])
    expect(optional.parse({ year: value })).toEqual({})
  expect(optional.parse({})).toEqual({})
  expect(optional.safeParse({ year: true }).success).toBe(false)
})

test('no list shows what lies behind row 10,000, under whatever names its pages go', () => {
  const names = [
    'paper_id',
    'query',
    'subscription_id',
    'dataset_id',
    'import_id',
    'application_id',
    'chat_id',
    'project_id',
    'batch_id',
  ]
  const others = Object.fromEntries(names.map((name) => [name, 'x']))
  const deep = { ...others, page_num: 101, current_page: 101, page: 101, page_size: 100, rows: 100 }
  const paged = Object.values(api)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ input }) => input instanceof z.ZodObject)
    .filter(({ input }) => {
      const { shape } = input as z.ZodObject
      // A page alone is one of a document.
      const isOfList = 'page' in shape && ['page_size', 'rows'].some((name) => name in shape)
      return isOfList || 'page_num' in shape || 'current_page' in shape
    })
  expect(paged.length).toBeGreaterThan(20)
  for (const { input, path } of paged)
    expect(
      input.safeParse(deep).error?.issues.map(({ message }) => message),
      path,
    ).toContain('请缩小范围或导出全部')
})

test('what is empty in a posted reference counts as missing, in its lists too', () => {
  const empty = {
    title: null,
    authors: [null, 'Ada', ''],
    authors_short: ['Ada', null, 'null', {}],
    isbn: [],
  }
  expect(
    reference.parse({ ...empty, publish_venue: [null, 'Press', 'undefined', []], url: {} }),
  ).toMatchObject({
    title: null,
    authors: ['Ada'],
    authors_short: ['Ada'],
    publish_venue: ['Press'],
    isbn: null,
    url: null,
    resource_type: 0,
  })
  expect(reference.parse({ publish_venue: 'Press', authors: 'Ada', resource_type: '2' })).toMatchObject({
    publish_venue: ['Press'],
    authors: 'Ada',
    resource_type: 2,
  })
  expect(reference.safeParse({ publish_venue: [{ name: 'Press' }] }).success).toBe(false)
})

test('every refused input says which field is wrong', () => {
  const refused = (Object.keys(problems) as ProblemId[]).filter((id) => problems[id].status === 400)
  expect(refused).toContain('login.refused')
  for (const id of refused) if (id !== 'input.invalid') expect(problemIssue(id), id).not.toBeNull()
})

test('a rating that says nothing is refused, and the citation style may be left empty', () => {
  for (const thumbs_flag of [null, '', true, false, 2, [1]])
    expect(api.chat.thumbs.input.safeParse({ chat_record_id: 'r', thumbs_flag }).success).toBe(false)
  expect(api.chat.thumbs.input.parse({ chat_record_id: 'r', thumbs_flag: '-1' }).thumbs_flag).toBe(-1)
  for (const style of ['', null, undefined, 'undefined'])
    expect(api.citation.preview.input.parse({ paper_id_list: ['p'], style }).style).toBe('spec')
})

test('a blank query is no search to remember, and an unknown filter none to search with', () => {
  for (const query of ['', '  ', null, undefined])
    expect(api.papers.addSearch.input.safeParse({ query }).success).toBe(false)
  const wrong = [
    { filters: { years: [2020] } },
    { conditions: [{ name: 'title', operator: 'contains', value: 'a' }] },
  ]
  for (const input of wrong) expect(api.papers.search.input.safeParse(input).success).toBe(false)
})
