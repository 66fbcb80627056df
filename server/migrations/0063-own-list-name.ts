import type { Migration } from './migration.ts'

/** The private datasets that were made under the name the product gave them before. */
export const ownListName: Migration = {
  name: '0063-own-list-name',
  statements: () => [`update datasets set name = '我的文献' where kind = 'private' and name = '我的私有库'`],
}
