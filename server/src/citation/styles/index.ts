// Citation styles that people and operators install, and the threads that print in them.
export { openPrintThread, STYLE_LIMITS } from './open-print-thread.ts'
export { findInstalledStyle, listInstalledStyles } from './styles.service.ts'
