// npm run backup -- FILE: everything the installation keeps, into one file, while it serves.
import { backup } from './backup/backup.ts'
import { readConfig } from './config.ts'

const [file] = process.argv.slice(2)
if (!file) {
  console.error('用法：npm run backup -- 备份文件')
  process.exit(1)
}
try {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
  const lines = await backup({ folder: DATA_DIR, url: DATABASE_URL }, file, new Date())
  console.log(`备份完成：${file}（${lines} 条记录）`)
} catch (error) {
  console.error(`备份失败：${(error as Error).message}`)
  process.exit(1)
}
