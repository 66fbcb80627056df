import { readFact, writeFact } from '../../platform/db/installation.store.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { AnswerableQuestionsTable } from '../../platform/db/schema-answers.ts'

type Language = AnswerableQuestionsTable['language']

/** Settings: the last `change` of any paper at the last search for questions, and the questions for reports as JSON. */
const SETTING_KEYS = { change: 'answerable_questions', subjects: 'research_questions' } as const

/** Returns the last `change` of any paper when questions were sought; 0 until all kinds of them have been stored. */
export async function lastCheckedChange(db: Db): Promise<number> {
  return (await readFact(db, SETTING_KEYS.subjects)) === undefined
    ? 0
    : Number((await readFact(db, SETTING_KEYS.change)) ?? 0)
}

/** Returns the questions for which the library has enough sources for a report. */
export async function listResearchQuestions(db: Db): Promise<string[]> {
  return JSON.parse((await readFact(db, SETTING_KEYS.subjects)) ?? '[]')
}

/** Returns the stored questions in a language, in order. */
export async function listQuestions(db: Db, language: Language): Promise<string[]> {
  const rows = await db
    .selectFrom('answerable_questions')
    .select('question')
    .where('language', '=', language)
    .orderBy('position')
    .execute()
  return rows.map(({ question }) => question)
}

/** Replaces all stored questions by those found in the library as of a `change`. */
export async function replaceQuestions(
  db: Db,
  found: Record<Language | 'subjects', string[]>,
  change: number,
): Promise<void> {
  await db.deleteFrom('answerable_questions').execute()
  for (const language of ['zh', 'en'] as const)
    for (const [position, question] of found[language].entries())
      await db.insertInto('answerable_questions').values({ language, position, question }).execute()
  await writeFact(db, SETTING_KEYS.subjects, JSON.stringify(found.subjects))
  await writeFact(db, SETTING_KEYS.change, `${change}`)
}
