// npm run restore -- FILE: puts a backup back on an empty machine.
import { restore } from './backup/restore.ts'
import { readConfig } from './config.ts'

const [file] = process.argv.slice(2)
if (!file) {
  console.error('用法：npm run restore -- 备份文件')
  process.exit(1)
}
try {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
  const lines = await restore(file, { folder: DATA_DIR, url: DATABASE_URL })
  console.log(`恢复完成：${lines} 条记录。现在可以启动：npm start`)
} catch (error) {
  console.error(`恢复失败：${(error as Error).message}`)
  process.exit(1)
}
