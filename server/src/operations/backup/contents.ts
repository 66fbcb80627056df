import type { ArchiveContents } from './archive.ts'

/** Describes the contents of an archive for people: the rows of each table, and the files. */
export function describeContents({ tables, files }: ArchiveContents): string {
  const counts = Object.entries(tables).map(([name, count]) => `${name} ${count}`)
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} 条记录，${files} 个文件；${counts.join('、')}`
}
