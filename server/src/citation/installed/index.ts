// Styles in the Citation Style Language that were installed, as threads print lists in them.
export { describeStyle, type InstalledStyle, readInstalledStyle } from './installed-style.ts'
export { openCslList } from './print-csl.ts'
