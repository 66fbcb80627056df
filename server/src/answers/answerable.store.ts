import type { Db } from '../db/schema.ts'
import type { AnswerableQuestionsTable } from '../db/schema-library.ts'

type Language = AnswerableQuestionsTable['language']

const MARK = 'answerable_questions'

/** The last `change` of any paper when questions were looked for; 0 before. */
export async function lookedAt(db: Db): Promise<number> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', MARK).executeTakeFirst()
  return Number(row?.value ?? 0)
}

export async function questions(db: Db, language: Language): Promise<string[]> {
  const rows = await db
    .selectFrom('answerable_questions')
    .select('question')
    .where('language', '=', language)
    .orderBy('position')
    .execute()
  return rows.map(({ question }) => question)
}

/** Puts these in the place of all that were found before, in the library up to a `change`. */
export async function replace(db: Db, found: Record<Language, string[]>, change: number): Promise<void> {
  const value = `${change}`
  await db.deleteFrom('answerable_questions').execute()
  for (const language of ['zh', 'en'] as const)
    for (const [position, question] of found[language].entries())
      await db.insertInto('answerable_questions').values({ language, position, question }).execute()
  await db
    .insertInto('installation')
    .values({ key: MARK, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
