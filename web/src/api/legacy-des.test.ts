import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptForLegacySignOn } from './legacy-des.ts'

const firstBlock = (base64: string) => Buffer.from(base64, 'base64').subarray(0, 8).toString('hex')

test.each([
  ['4000000000000000', 'dd7f121ca5015619'],
  ['2000000000000000', '2e8653104f3834ea'],
  ['1000000000000000', '4bd388ff6cd81d4f'],
])('the published vector %s of NIST SP 800-17, table A.1, is met', (plain, cipher) => {
  const text = Buffer.from(plain, 'hex').toString('latin1')
  expect(firstBlock(encryptForLegacySignOn(text, '\x01'.repeat(8)))).toBe(cipher)
})

test.each(['a', '1234567', '12345678', '科学导航 SciNav'])('OpenSSL encrypts and pads %s alike', (text) => {
  const key = Buffer.from('s3cr3t!K')
  // Triple DES with one key three times is DES; OpenSSL 3 offers no other way to it.
  const peer = createCipheriv('des-ede3', Buffer.concat([key, key, key]), null)
  const expected = Buffer.concat([peer.update(text, 'utf8'), peer.final()]).toString('base64')
  expect(encryptForLegacySignOn(text, 's3cr3t!K')).toBe(expected)
})

test('empty text stays empty', () => {
  expect(encryptForLegacySignOn('', 's3cr3t!K')).toBe('')
})

test('a key counts by its first eight bytes, and a shorter one is refused', () => {
  expect(encryptForLegacySignOn('a', 's3cr3t!K and more')).toBe(encryptForLegacySignOn('a', 's3cr3t!K'))
  expect(() => encryptForLegacySignOn('a', 'short')).toThrow(RangeError)
})
