// npm run import -- FILE|FOLDER…: imports papers into the library; a running server takes the files over.
import { describeFault } from '../../../platform/foundation/fault.ts'
import { preloadImportThread } from './import-worker.ts'

const paths = process.argv.slice(2)
if (paths.length === 0) {
  console.error('用法：npm run import -- 文件或文件夹…')
  process.exit(1)
}
// The modules of the import thread load while this thread loads its own, which are about as many.
preloadImportThread()
Promise.all([import('./import-files.ts'), import('../../../open-base.ts')])
  .then(([{ importPaths }, { openBase }]) => importPaths(paths, openBase))
  .catch((error) => {
    console.error(`导入失败：${describeFault(error)}`)
    process.exit(1)
  })
