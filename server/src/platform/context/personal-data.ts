import type { BaseContext } from './context.ts'

/** One file of the export of a person's data. */
export interface PersonalFile {
  file: string
  /** What it holds, in Chinese. */
  note: string
  gather: (ctx: Pick<BaseContext, 'db'>, user_id: string) => Promise<unknown>
}

/**
 * What a feature holds about people: each has one in its `personal-data.ts`, and assemble.ts hands them all to `user/`,
 * which knows no feature.
 */
export interface PersonalData {
  export?: PersonalFile[]
  /** When a person asks for the end of their account; throws the AppError of what has to be done before. */
  leave?: (ctx: Pick<BaseContext, 'db'>, user_id: string) => Promise<void>
  /** Before an account goes for good, in the transaction that takes it away; rows that hang on it go by themselves. */
  erase?: (ctx: BaseContext, user_id: string) => Promise<void>
  /** Takes away what has served its time, whoever's it is. */
  purge?: (ctx: BaseContext) => Promise<void>
}
