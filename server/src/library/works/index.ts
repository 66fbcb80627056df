// Which records are one work, what they are together, and where the work is open.
export { cutWork } from './cut-work.ts'
export { mergeWorks } from './merge-works.ts'
export { openAccessLocations } from './open-access.ts'
export { groupSameWorks } from './same-work.ts'
export { compareWorks, identifierKeys, isMonograph, titleKey, titleLookupKey, workKeys } from './work-keys.ts'
