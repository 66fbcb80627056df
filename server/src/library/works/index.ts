// Works: which records are the same work, their merged record, and open-access locations.
export { cutWork } from './cut-work.ts'
export { mergeWorks } from './merge-works.ts'
export { openAccessLocations } from './open-access.ts'
export { groupSameWorks } from './same-work.ts'
export { compareWorks, identifierKeys, isMonograph, titleKey, titleLookupKey, workKeys } from './work-keys.ts'
