// npm run secret-key -- show|renew: the key that encrypts the secrets in the database.
import { readConfig } from '../config/config.ts'
import { openForCommand } from '../db/open.ts'
import { describeFault } from '../foundation/fault.ts'
import { ensureKey } from './secrets.ts'
import { registerKey } from './shared-key.ts'

const USAGE = `用法：npm run secret-key -- show|renew
  show   打印现在的密钥（没有时生成一个），可以用作各个进程的 SECRET_KEY；请勿让别人看到
  renew  原来的密钥丢失时，让数据库改认现在的密钥；用原来的密钥加密的内容需要重新填写`

/** Makes the database accept the key of this process. */
async function renewSecretKey(): Promise<void> {
  const config = readConfig(process.env)
  const opened = await openForCommand({ folder: config.DATA_DIR, url: config.DATABASE_URL })
  try {
    await registerKey({ config, db: opened.db })
  } finally {
    await opened.close()
  }
}

try {
  const [command] = process.argv.slice(2)
  if (command === 'show') {
    const key = ensureKey({ config: readConfig(process.env) })
    console.log(`SECRET_KEY=${key.toString('base64')}`)
  } else if (command === 'renew') {
    await renewSecretKey()
    console.log('数据库已改认现在的密钥。请在「模型」与「工具服务」页重新填写密钥和请求头。')
  } else {
    console.error(USAGE)
    process.exit(1)
  }
} catch (error) {
  console.error(describeFault(error))
  process.exit(1)
}
