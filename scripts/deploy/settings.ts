import { settingNames } from '../../server/src/platform/config/config.ts'

/** What Node, its allocator and the image's shell read themselves. */
const OF_OTHERS = /^(?:NODE_[A-Z_]+|MALLOC_[A-Z_]+|TZ)$/

/** Of these names of variables those that the server does not know. */
export const unknownNames = (names: string[]): string[] =>
  names.filter((name) => !settingNames.includes(name) && !OF_OTHERS.test(name))

const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://scinav:secret@db.example.edu.cn/scinav',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtps://scinav:secret@mail.example.edu.cn',
  SEARCH_URL: 'http://search:9200',
}

/** What an operator would fill in. */
export const secretValue = (name: string): string => SECRETS[name] ?? `${name.toLowerCase()}-0123456789`
