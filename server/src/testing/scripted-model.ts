import { onTestFinished } from 'vitest'
import { startScriptedModel } from './scripted-model-server.ts'

export {
  callTool,
  cut,
  failing,
  hang,
  malformed,
  refuse,
  say,
  silent,
  unfinished,
} from './scripted-replies.ts'

/**
 * A model for one test: a real server on loopback that plays a script, closed at the test's end.
 *
 * @example
 * const model = await scriptedModel()
 * const app = await testApp({ env: model.env })
 * model.next(say(['钙钛矿', '效率[E1]。']), cut('开头'))      // the first request, the second
 * model.always(({ body }) => say(idsIn(body.messages)))      // every other one
 * expect(model.requests[0]?.body.messages).toEqual(…)
 */
export async function scriptedModel() {
  const model = await startScriptedModel()
  onTestFinished(() => model.close())
  return model
}
