import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { fileStoreLocation } from './config-files.ts'

const keys = { FILES_ACCESS_KEY: 'reader', FILES_SECRET_KEY: 'secret' }
const read = (env: Record<string, string>) => readConfig({ CONFIG_FILE: '', ...env })
const place = (env: Record<string, string>) => fileStoreLocation(read({ ...keys, ...env }))

test('without settings files lie in the data folder', () => {
  expect(fileStoreLocation(read({}))).toBeNull()
})

test('a bucket is enough where it is one of AWS, and a prefix may have foreign characters', () => {
  expect(place({ FILES_URL: 's3://scinav' })).toEqual({
    ...{ bucket: 'scinav', prefix: '', endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1' },
    ...{ access_key: 'reader', secret_key: 'secret', addressing: 'path' },
  })
  const own = {
    FILES_URL: 's3://scinav-files/图书馆/科学 导航/',
    FILES_ENDPOINT: 'http://minio.lib:9000/',
    FILES_REGION: 'cn-north-1',
    FILES_ADDRESSING: 'host',
  }
  expect(place(own)).toMatchObject({
    ...{ bucket: 'scinav-files', prefix: '图书馆/科学 导航', endpoint: 'http://minio.lib:9000' },
    ...{ region: 'cn-north-1', addressing: 'host' },
  })
})

test('what is no bucket, or no prefix, is refused with an example', () => {
  const wrong = ['https://a', 's3://', 's3:///a', 's3://A-B', 's3://ab', 's3://a.b/../c', 's3://abc//d']
  for (const FILES_URL of [...wrong, 's3://abc/d?e', 's3://abc/d\\e', `s3://abc/${'长'.repeat(200)}`])
    expect(() => place({ FILES_URL }), FILES_URL).toThrow(/FILES_URL：应是 s3:\/\/桶 或/)
})

test('settings that do not fit together are all named at the start', () => {
  const faults: [Record<string, string>, RegExp][] = [
    [
      { FILES_URL: 's3://scinav' },
      /FILES_ACCESS_KEY：设置了 FILES_URL[\s\S]*FILES_SECRET_KEY：设置了 FILES_URL/,
    ],
    [keys, /FILES_URL：设置了 FILES_ENDPOINT、FILES_ACCESS_KEY/],
    [{ FILES_ENDPOINT: 'http://minio:9000' }, /FILES_URL：设置了/],
    [{ ...keys, FILES_URL: 's3://scinav', FILES_ENDPOINT: 'minio:9000' }, /FILES_ENDPOINT：应是以 http/],
    [{ ...keys, FILES_URL: 's3://scinav', FILES_ADDRESSING: 'both' }, /FILES_ADDRESSING：应是 path 或 host/],
  ]
  for (const [env, message] of faults) expect(() => read(env)).toThrow(message)
})
