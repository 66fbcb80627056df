// What a person has looked at: papers of the library and documents of their own.
export { viewedAmong } from './viewed-among.ts'
