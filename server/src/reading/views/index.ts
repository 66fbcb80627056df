// What a person has viewed: papers of the library and documents of their own.
export { loadReaderState } from './view.service.ts'
