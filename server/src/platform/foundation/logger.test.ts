import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

/** What is written of a line. */
function written(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLogger('info', { write: (line: string) => void lines.push(line) }).info(fields, 'said')
  return JSON.parse(lines[0] ?? '')
}

test('the log says by its code what failed, and no code that was sent to somebody', () => {
  const failure = Object.assign(new Error('no space left'), { code: 'ENOSPC', password: 'secret' })
  const line = written({ err: failure, code: '123456', input: { code: '123456', key: 'k', name: 'Ada' } })

  expect(line).toMatchObject({
    err: { message: 'no space left', code: 'ENOSPC', password: '[removed]' },
    code: '[removed]',
    input: { code: '[removed]', key: '[removed]', name: 'Ada' },
  })
  expect(JSON.stringify(line)).not.toContain('123456')
})
