// Citation styles that people and operators install, and the lists printed in them.
export type { InstalledStyle } from './installed-style.ts'
export { openPrintThread, STYLE_LIMITS } from './open-print-thread.ts'
export { openCslList } from './print-csl.ts'
export { findInstalledStyle, listInstalledStyles } from './styles.service.ts'
