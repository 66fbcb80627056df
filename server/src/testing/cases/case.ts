import type { Caller, TestApp } from '../test-app.ts'

/** A logged-in user. */
export type Person = Awaited<ReturnType<TestApp['signUp']>>

/** The users present in a case. */
export interface CaseScene {
  app: TestApp
  /** The operator. */
  ada: Person
  bo: Person
}

/** Inputs for one call: a valid one, an invalid one and, if it takes ids, one with the id of another user. */
export interface CallCase {
  valid: (scene: CaseScene) => object | Promise<object>
  /** Body of a call that takes a file; undefined when any body will do. */
  body?: Uint8Array
  /** Undefined when the call takes no input. */
  bad?: object
  /** The input with an id of another user, and the same input with an unknown id. */
  foreign?: (scene: CaseScene) => Promise<[object, object]>
  /** Whether the case has a server of its own, since it would change others on the shared one, or be changed. */
  alone?: boolean
  /** The caller, if it is not Ada. */
  by?: (scene: CaseScene) => Pick<Caller, 'send' | 'call' | 'refusal'>
}

/** An id that nothing has. */
export const UNKNOWN_ID = '01zzzzzzzzzzzzzzzzzzzzzzzz'

/** A case for every call of a group. */
export type CallCases<Group> = { [Name in keyof Group]: CallCase }

/**
 * Returns a function that gives an object of Bo's, made once per server, because no call that is refused changes it.
 *
 * @param find finds the object as its owner, and throws if it is gone
 */
export function makeOnce<T>(
  make: (scene: CaseScene) => Promise<T>,
  find: (owner: Person, made: T) => Promise<unknown>,
): (scene: CaseScene) => Promise<T> {
  const objects = new WeakMap<CaseScene['app'], { owner: Person; made: Promise<T> }>()
  return async (scene) => {
    const { owner, made } = objects.get(scene.app) ?? { owner: scene.bo, made: make(scene) }
    objects.set(scene.app, { owner, made })
    await find(owner, await made)
    return made
  }
}
