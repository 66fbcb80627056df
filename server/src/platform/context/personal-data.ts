import type { BaseContext } from './context.ts'

/** One file of the export of a person's data. */
export interface PersonalFile {
  /** Its name in the zip file. */
  file: string
  /** A description of its content, in Chinese. */
  note: string
  /** Returns its content, which is written as JSON. */
  gather: (ctx: Pick<BaseContext, 'db'>, user_id: string) => Promise<unknown>
}

/**
 * What a feature holds about people. Each feature has one in its `personal-data.ts`; `assemble.ts` passes them all to
 * `account/user/`, which knows no feature.
 */
export interface PersonalData {
  export?: PersonalFile[]
  /**
   * Runs when a person requests the deletion of their account.
   *
   * @throws AppError of what has to be done before.
   */
  leave?: (ctx: Pick<BaseContext, 'db'>, user_id: string) => Promise<void>
  /**
   * Runs before an account is deleted for good, in the same transaction. Rows that reference the account are deleted by
   * the database.
   */
  erase?: (ctx: BaseContext, user_id: string) => Promise<void>
  /** Deletes expired data of all people. */
  purge?: (ctx: BaseContext) => Promise<void>
}
