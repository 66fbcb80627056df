import { expect, test } from 'vitest'
import { networkKey } from './addresses.ts'

test('all addresses of a /64 are one network, however they are written', () => {
  const ways = [
    ...['2001:db8:0:7::1', '2001:DB8::7:ffff:1:2:3', '2001:db8:0:7:a:b:c:d', '2001:0db8:0000:0007::'],
    ...['2001:db8:0:7::192.0.2.1', '2001:db8:0:7::1%eth0'],
  ]
  expect(new Set(ways.map(networkKey))).toEqual(new Set(['2001:db8:0:7::/64']))
  expect(networkKey('2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect(networkKey('::1')).toBe('0:0:0:0::/64')
})

test('an IPv4 address stands for itself, also where it is mapped to IPv6', () => {
  for (const way of ['192.0.2.9', '::ffff:192.0.2.9', '::FFFF:c000:209', '0:0:0:0:0:ffff:192.0.2.9'])
    expect(networkKey(way)).toBe('192.0.2.9')
  expect(networkKey('unknown')).toBe('unknown')
  expect(networkKey('')).toBe('')
  expect(networkKey(undefined)).toBe('')
})
