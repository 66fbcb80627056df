export { formatSpec } from './spec-format.ts'
