import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as store from './style.store.ts'

/** Exports the styles that a user installed, with their files. */
const exportStyles = ({ db }: Pick<BaseContext, 'db'>, user_id: string) => store.listByUser(db, user_id)

/** Installed citation styles in the export of a user's data; the database deletes them with the account. */
export const citationStyleData: PersonalData = {
  export: [{ file: 'citation-styles.json', note: '自己安装的引用样式文件', gather: exportStyles }],
}
