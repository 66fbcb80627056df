import { existsSync, readFileSync } from 'node:fs'
import type { Gold } from './score-answer.ts'

/** A question with its expected answer; only the last turn is scored. */
export interface GoldQuestion {
  id: string
  lang: 'zh' | 'en'
  kind: string
  /** The same for a question and its translation. */
  pair?: string
  /** Titles of the papers selected for a turn. */
  turns: { question: string; papers?: string[] }[]
  gold: Gold
}

interface BilingualQuestion {
  kind: string
  zh: string[]
  en: string[]
  gold: Gold
}

const localFile = (name: string) => new URL(name, import.meta.url)

/** Returns 30 questions in both languages on the starter library, written from its records before they were asked. */
export function starterQuestions(): GoldQuestion[] {
  const pairs: BilingualQuestion[] = JSON.parse(readFileSync(localFile('questions-starter.json'), 'utf8'))
  return pairs.flatMap(({ kind, gold, ...turns }, at) =>
    (['zh', 'en'] as const).map((lang) => ({
      id: `${kind}-${at + 1}-${lang}`,
      lang,
      kind,
      turns: turns[lang].map((question) => ({ question })),
      gold,
    })),
  )
}

/**
 * Returns the development set on the starter library and the ACL Anthology; empty when it is not available next to the
 * project.
 */
export function developmentQuestions(): GoldQuestion[] {
  const file = localFile('../../shared/data/answers/dev.jsonl')
  return existsSync(file) ? readQuestions(file) : []
}

/** Returns questions on the ACL Anthology that the scorer is trained on; `questions-unseen.jsonl` is never. */
export const anthologyQuestions = (): GoldQuestion[] => readQuestions(localFile('questions-anthology.jsonl'))

/** Returns questions in words of their own on papers drawn from the ACL Anthology, to train what judges a search. */
export const searchQuestions = (): GoldQuestion[] => readQuestions(localFile('questions-searches.jsonl'))

/** Reads the questions of a file, one per line. */
export function readQuestions(file: string | URL): GoldQuestion[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
}

/** Returns 40 questions with the expected papers, written before anything was tuned. */
export function readExpectedPapers(): { question: string; wanted: string[] }[] {
  return JSON.parse(readFileSync(localFile('questions.json'), 'utf8'))
}
