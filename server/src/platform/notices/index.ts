// What happened to people while they did something else: the bell of the top bar.
export { notify } from './notice.service.ts'
