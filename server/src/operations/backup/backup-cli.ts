// npm run backup -- FILE: saves all data of the installation in one file, while it serves.

import { readConfig } from '../../platform/config/config.ts'
import { describeFault } from '../../platform/foundation/fault.ts'
import { describeContents } from './archive.ts'
import { backup } from './backup.ts'

const [file] = process.argv.slice(2)
if (!file) {
  console.error('用法：npm run backup -- 备份文件')
  process.exit(1)
}
try {
  const { DATA_DIR, DATABASE_URL, FILES_URL } = readConfig(process.env)
  console.log('正在备份…')
  const report = (lines: number) => console.log(`已写入 ${lines} 条记录…`)
  const contents = await backup({ folder: DATA_DIR, url: DATABASE_URL }, file, new Date(), report)
  console.log(`备份完成，已校验：${file}（${describeContents(contents)}）`)
  if (FILES_URL) console.log('文件在 FILES_URL 的对象存储里，不在这个备份中，请另行备份那个桶。')
} catch (error) {
  console.error(`备份失败：${describeFault(error)}`)
  process.exit(1)
}
