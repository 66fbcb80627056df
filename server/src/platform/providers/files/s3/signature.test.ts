import { expect, test } from 'vitest'
import { escapeUri, sha256Hex, signHeaders } from './signature.ts'

/** The keys and the time of the examples that AWS publishes. */
const signer = {
  access_key: 'AKIAIOSFODNN7EXAMPLE',
  secret_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = new Date('2013-05-24T00:00:00Z')
const place = 'https://examplebucket.s3.amazonaws.com'

function signatureOf(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  const request = { method, url: new URL(place + path), headers, sha256: sha256Hex(body) }
  const { authorization = '' } = signHeaders(request, signer, at)
  return authorization.split('Signature=')[1]
}

test('requests are signed as in the examples that AWS publishes', () => {
  expect(signatureOf('GET', '/test.txt', { range: 'bytes=0-9' })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  const stored = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  expect(signatureOf('PUT', `/${escapeUri('test$file.text')}`, stored, 'Welcome to Amazon S3.')).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
  expect(signatureOf('GET', '/?lifecycle')).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(signatureOf('GET', '/?prefix=J&max-keys=2')).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('what is sent names the key and what was signed, and never holds the secret', () => {
  const request = { method: 'GET', url: new URL(`${place}/a`), headers: {}, sha256: sha256Hex('') }
  const headers = signHeaders(request, signer, at)

  expect(headers).toEqual({
    authorization: expect.stringContaining(
      'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, ',
    ),
    'x-amz-content-sha256': sha256Hex(''),
    'x-amz-date': '20130524T000000Z',
  })
  expect(JSON.stringify(headers)).not.toContain(signer.secret_key)
})

test('every sign that is not plain travels as the UTF-8 that it is', () => {
  expect(escapeUri("论文 (1)!*'~.pdf")).toBe('%E8%AE%BA%E6%96%87%20%281%29%21%2A%27~.pdf')
  expect(escapeUri('a/b?c=d&e+f')).toBe('a%2Fb%3Fc%3Dd%26e%2Bf')
})
