// @ts-check
// Global set-up of Vitest's drills and of Playwright: they start servers that are built as for `npm start`.
import { BUILT_SERVER, ensureBuilt } from './builds.mjs'

/** Builds the server if necessary and names it to the tests. */
export default async function setUp() {
  if ((await ensureBuilt('server', process.execPath)) !== 0) throw new Error('the server cannot be built')
  process.env.SERVER_MAIN = BUILT_SERVER
}
