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
 * Starts a scripted model on loopback for one test and closes it at the end.
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
