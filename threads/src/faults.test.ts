import { expect, test } from 'vitest'
import { deserializeError, serializeError } from './faults.ts'

test('an error keeps its message, its stack and what was added to it', () => {
  const error = Object.assign(new Error('full'), { code: 'ERR', errcode: 13 })
  const told = deserializeError(structuredClone(serializeError(error)))
  expect(told).toBeInstanceOf(Error)
  expect(told).toMatchObject({ message: 'full', code: 'ERR', errcode: 13 })
  expect(told.stack).toBe(error.stack)
})

test('what is thrown and no error is told as its text', () => {
  expect(deserializeError(serializeError('gone')).message).toBe('gone')
})
