import { settingNames } from '../../server/src/platform/config/config.ts'

/** Variables read by Node, its allocator and the image's shell. */
const FOREIGN_SETTING = /^(?:NODE_[A-Z_]+|MALLOC_[A-Z_]+|TZ)$/

/** Returns the names of variables that the server does not know. */
export const unknownSettings = (names: string[]): string[] =>
  names.filter((name) => !settingNames.includes(name) && !FOREIGN_SETTING.test(name))

const EXAMPLE_SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://scinav:secret@db.example.edu.cn/scinav',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtps://scinav:secret@mail.example.edu.cn',
  SEARCH_URL: 'http://search:9200',
}

/** Returns an example of an operator's value. */
export const exampleSecret = (name: string): string =>
  EXAMPLE_SECRETS[name] ?? `${name.toLowerCase()}-0123456789`
