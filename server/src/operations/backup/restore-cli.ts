// npm run restore -- FILE: restores a backup to an empty installation.

import { readConfig } from '../../platform/config/config.ts'
import { describeFault } from '../../platform/foundation/fault.ts'
import { describeContents } from './archive.ts'
import { restore } from './restore.ts'

const [file] = process.argv.slice(2)
if (!file) {
  console.error('用法：npm run restore -- 备份文件')
  process.exit(1)
}
try {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
  const contents = await restore(file, { folder: DATA_DIR, url: DATABASE_URL }, (step) => console.log(step))
  console.log(`恢复完成：${describeContents(contents)}。现在可以启动：npm start`)
} catch (error) {
  console.error(`恢复失败：${describeFault(error)}`)
  process.exit(1)
}
