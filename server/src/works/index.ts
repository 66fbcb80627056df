// Which records are one work, and what they are together.
export { mergeWorks } from './merge-works.ts'
export { gatherSame } from './same-work.ts'
export { citingKeys, compareWorks, keysOf, titleKey, titleKeyOf } from './work-keys.ts'
