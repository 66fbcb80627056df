import { existsSync, readFileSync } from 'node:fs'
import type { Gold } from './score-answer.ts'

/** A question with what is right to answer; only the last turn is scored. */
export interface GoldQuestion {
  id: string
  lang: 'zh' | 'en'
  kind: string
  /** Titles of papers that are chosen for a turn. */
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

/** 30 questions in both languages over the starter library alone, written from its records before they were asked. */
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

/** The development set over the starter library and the ACL Anthology; none where it is not beside the project. */
export function developmentQuestions(): GoldQuestion[] {
  const file = localFile('../../shared/data/answers/dev.jsonl')
  return existsSync(file) ? readQuestions(file) : []
}

/** Questions of a file, one a line. */
export function readQuestions(file: string | URL): GoldQuestion[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
}

/** 40 questions with the papers expected, written before anything was tuned. */
export function readExpectedPapers(): { question: string; wanted: string[] }[] {
  return JSON.parse(readFileSync(localFile('questions.json'), 'utf8'))
}
