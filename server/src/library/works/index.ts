// Which records are one work, what they are together, and where the work is open.
export { cutWork } from './cut-work.ts'
export { mergeWorks } from './merge-works.ts'
export { openAccessOf } from './open-access.ts'
export { gatherSame } from './same-work.ts'
export { citingKeys, compareWorks, isMonograph, keysOf, titleKey, titleKeyOf } from './work-keys.ts'
