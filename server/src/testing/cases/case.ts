import type { Caller, TestApp } from '../test-app.ts'

/** A logged-in person. */
export type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Who is there when a call is tried. */
export interface CaseScene {
  app: TestApp
  /** The operator. */
  ada: Person
  bo: Person
}

/** How one call is tried: an input that works, one that does not, and where there are ids, whose. */
export interface CallCase {
  valid: (scene: CaseScene) => object | Promise<object>
  /** What a call that takes a file is sent with it; left out where any will do. */
  body?: Uint8Array
  /** Left out where a call takes nothing. */
  bad?: object
  /** The input with an id of somebody else's, and the same with an id that nobody has. */
  foreign?: (scene: CaseScene) => Promise<[object, object]>
  /** Who calls, where it is not Ada. */
  by?: (scene: CaseScene) => Pick<Caller, 'send' | 'call' | 'refusal'>
}

/** An id that nothing has. */
export const UNKNOWN_ID = '01zzzzzzzzzzzzzzzzzzzzzzzz'

/** A case for every call of a group. */
export type CallCases<Group> = { [Name in keyof Group]: CallCase }
