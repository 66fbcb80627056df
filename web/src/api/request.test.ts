import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { wireRequest } from './request.ts'

test('a GET carries its input in the query, a list as a repeated key, and leaves out what is empty', () => {
  const input = { keyword: '林 墨', status: '', page_num: 2, ids: ['a', 'b'], nothing: null, off: false }
  const { url, body } = wireRequest(api.admin.users, input)
  expect(url).toBe('/api/admin/users?keyword=%E6%9E%97+%E5%A2%A8&page_num=2&ids=a&ids=b&off=false')
  expect(body).toBeUndefined()
})

test('what belongs in the path is put there, encoded, and sent nowhere else', () => {
  const { url } = wireRequest(api.user.setting, { key: 'a/b?', type: 'ui' })
  expect(url).toBe('/api/user_setting/get/a%2Fb%3F/ui')
})

test('a DELETE with something to say says it as JSON', () => {
  const { url, body, headers } = wireRequest(api.user.endSession, { session_id: 's1' })
  expect(url).toBe('/api/user/sessions')
  expect(body).toBe('{"session_id":"s1"}')
  expect(headers['Content-Type']).toBe('application/json')
})

test('a DELETE with nothing to say sends neither a body nor a content type', () => {
  const request = wireRequest(api.user.endSession, { session_id: undefined })
  expect(request.body).toBeUndefined()
  expect(request.headers['Content-Type']).toBeUndefined()
})

test('every call says that it comes from the front end', () => {
  expect(wireRequest(api.user.current, {}).headers['X-Login-Type']).toBe('front')
  expect(wireRequest(api.user.logout, {}).headers['X-Login-Type']).toBe('front')
})
